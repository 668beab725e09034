/** Who may move an object: the parties, the creditor's employees, the operators, the system itself, a partner's answer. */
export const ACTORS = [
  'individual',
  'head',
  'manager',
  'accountant',
  'observer',
  'administrator',
  'operator:manager',
  'operator:verifier',
  'operator:accountant',
  'operator:observer',
  'system',
  'partner',
] as const;
export type Actor = (typeof ACTORS)[number];

/** By whom a case was started; some statuses read differently, and some exist on one side only. */
export type Side = 'individual' | 'creditor';

/** The meaning of a status's colour; the shade is the interface's. */
export type Tone = 'neutral' | 'info' | 'warning' | 'success' | 'danger';

/** A label, or one per side; a status that only the individual's side has leaves the other label out. */
type Label = string | { readonly individual: string; readonly creditor?: string };

type State = { readonly label: Label; readonly tone: Tone };

export type Move<Status extends string> = {
  readonly from: readonly Status[];
  readonly to: Status;
  readonly by: readonly Actor[];
  readonly label: string;
};

/** `first` is the status of a new object; several are given when it depends on the circumstances of creation. */
export type Definition<Status extends string, Name extends string> = {
  readonly first: NoInfer<Status> | readonly [NoInfer<Status>, ...NoInfer<Status>[]];
  readonly states: Readonly<Record<Status, State>>;
  readonly moves: Readonly<Record<Name, Move<NoInfer<Status>>>>;
};

export type Machine<Status extends string, Name extends string> = {
  readonly name: string;
  readonly starts: readonly Status[];
  readonly statuses: readonly Status[];
  readonly states: Readonly<Record<Status, State>>;
  readonly moves: Readonly<Record<Name, Move<Status>>>;
  /** Whether a text from outside is one of the statuses. */
  isStatus(value: string): value is Status;
  /** The statuses that exist on a side, in order: the choices of its filter. */
  statusesFor(side: Side): Status[];
  /** The label of a status; a label that differs by side is the individual's unless told. */
  label(status: Status, side?: Side): string;
  tone(status: Status): Tone;
  /** The moves an actor may make now: his buttons. Conditions over data are asked elsewhere. */
  movesOpenTo(status: Status, actor: Actor): Name[];
  canMove(status: Status, move: Name): boolean;
  /** The statuses some chain of moves leads to from a new object. */
  reachable(): Status[];
  /** The state diagram for the documentation. */
  toMermaid(): string;
};

export type StatusOf<M> = M extends Machine<infer Status, string> ? Status : never;
export type MoveOf<M> = M extends Machine<string, infer Name> ? Name : never;

/**
 * A state machine, written once: the only place that knows the statuses of an object, their labels and its moves.
 * A definition that names an unknown status is refused when the program starts.
 */
export function machine<const Status extends string, const Name extends string>(
  name: string,
  { first, states, moves }: Definition<Status, Name>,
): Machine<Status, Name> {
  const statuses = keys(states);
  const names = keys(moves);
  const starts = (typeof first === 'string' ? [first] : first) as readonly Status[];
  const isStatus = (value: string): value is Status => Object.hasOwn(states, value);
  const canMove = (status: Status, move: Name): boolean => moves[move].from.includes(status);
  const label = (status: Status, side: Side = 'individual'): string => labelOf(states[status], side);

  refuseUnknown(name, starts, isStatus);
  for (const move of names) refuseUnknown(`${name}.${move}`, [...moves[move].from, moves[move].to], isStatus);

  return {
    name,
    starts,
    statuses,
    states,
    moves,
    isStatus,
    canMove,
    label,
    statusesFor: (side) => statuses.filter((status) => existsOn(states[status], side)),
    tone: (status) => states[status].tone,
    movesOpenTo: (status, actor) => names.filter((move) => canMove(status, move) && moves[move].by.includes(actor)),
    reachable: () => closure(starts, Object.values<Move<Status>>(moves)),
    toMermaid: () => diagram(statuses, starts, Object.values<Move<Status>>(moves), states),
  };
}

/** Object.keys forgets the literal types that the definition has. */
function keys<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record).filter((key): key is Key => Object.hasOwn(record, key));
}

function refuseUnknown(where: string, named: readonly string[], isStatus: (value: string) => boolean): void {
  const unknown = named.find((status) => !isStatus(status));
  if (unknown !== undefined) throw new Error(`${where}: unknown status "${unknown}"`);
}

function existsOn(state: State, side: Side): boolean {
  return typeof state.label === 'string' || state.label[side] !== undefined;
}

function labelOf({ label }: State, side: Side): string {
  return typeof label === 'string' ? label : (label[side] ?? label.individual);
}

function closure<Status extends string>(starts: readonly Status[], moves: readonly Move<Status>[]): Status[] {
  const found = new Set(starts);
  for (const status of found) {
    for (const move of moves) if (move.from.includes(status)) found.add(move.to);
  }
  return [...found];
}

function diagram<Status extends string>(
  statuses: readonly Status[],
  starts: readonly Status[],
  moves: readonly Move<Status>[],
  states: Readonly<Record<Status, State>>,
): string {
  const arrows = moves.flatMap(({ from, to, by, label }) =>
    from.map((status) => `${nodeId(status)} --> ${nodeId(to)}: ${label} (${by.join(', ')})`),
  );
  const lines = [
    ...statuses.map((status) => `state "${allLabels(states[status])}" as ${nodeId(status)}`),
    ...starts.map((status) => `[*] --> ${nodeId(status)}`),
    ...arrows,
    ...statuses.filter((status) => isLast(status, moves)).map((status) => `${nodeId(status)} --> [*]`),
  ];
  return ['stateDiagram-v2', ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Mermaid reads a hyphen inside a name as the beginning of an arrow. */
function nodeId(status: string): string {
  return status.replaceAll('-', '_');
}

function allLabels({ label }: State): string {
  return typeof label === 'string' ? label : Object.values(label).join(' / ');
}

function isLast(status: string, moves: readonly Move<string>[]): boolean {
  return moves.every(({ from }) => !from.includes(status));
}
