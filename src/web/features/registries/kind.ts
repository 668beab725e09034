import type { Definition, Operation, Result, RouteOf } from '#contract/kernel/op.ts';
import type { registries } from '#contract/registries/registries.ts';
import type { simpleRegistries } from '#contract/registries/simple-registries.ts';
import type { Column } from '#domain/registries/registry-rules.ts';
import type { Href } from '#web/ui/href.ts';

type Full = typeof registries;
type Simple = typeof simpleRegistries;

/** What can be done with a registry of either kind. */
type Shared =
  | 'upload'
  | 'get'
  | 'list'
  | 'template'
  | 'download'
  | 'importErrors'
  | 'errorWorkbook'
  | 'rows'
  | 'correct'
  | 'map'
  | 'load'
  | 'withdraw'
  | 'invite'
  | 'invitationPreview'
  | 'messages'
  | 'readMessages';
type Slot = 'query' | 'body' | 'out' | 'upload';
/** What is asked and told, whoever may ask. */
type Shapes<D> = Omit<Definition, Slot> & Pick<D, Extract<keyof D, Slot>>;

/** The operations of one kind of registry: the kinds differ by address and by who may, not by what is asked and told. */
export type RegistryOperations = {
  readonly [Name in Shared]: Operation<RouteOf<Full[Name]> | RouteOf<Simple[Name]>, Shapes<Full[Name]['def']>>;
};

export type Registry = Result<Full['get']>;
export type RegistryRow = Result<Full['list']>['items'][number];
export type DryRow = Result<Full['rows']>['items'][number];

/** A kind of registry as its screens know it. */
export interface RegistryKindView {
  kind: 'full' | 'simple';
  operations: RegistryOperations;
  columns: readonly Column[];
  /** The list of its registries. */
  section: { to: Href; title: string };
  /** The address of the page of a registry. */
  hrefOf: (registry: Pick<RegistryRow, 'id' | 'legalEntityId'>) => Href;
}

/** Who a registry is, as its operations name it. */
export const paramsOf = ({ id, legalEntityId }: Pick<RegistryRow, 'id' | 'legalEntityId'>) => ({
  id: legalEntityId,
  r: id,
});

/** Whether the server is still at work on a registry. */
export const isUnderWay = ({ progress, status }: Pick<RegistryRow, 'progress' | 'status'>): boolean =>
  progress !== null || status === 'uploaded' || status === 'validating';
