import * as z from 'zod';
import { errors } from '#contract/kernel/errors.ts';
import { anyFile } from '#contract/kernel/file.ts';
import { isText, type Operation, statusesOf, successOf } from '#contract/kernel/op.ts';
import { bookmarkHeader, noBookmark } from '#contract/kernel/page-bookmarks.ts';

const titles: Record<number, string> = {
  200: 'Успех',
  201: 'Создано',
  202: 'Принято',
  204: 'Успех, без тела',
  400: 'Ошибка во входных данных',
  401: 'Нужен вход',
  403: 'Нет права',
  404: 'Нет такого объекта',
  405: 'Нет такого действия',
  409: 'Противоречит текущему состоянию',
  413: 'Слишком большой запрос',
  415: 'Неподдерживаемый вид тела',
  422: 'Ключ повтора занят',
  429: 'Слишком часто',
  503: 'Сервис перегружен',
  507: 'На сервере закончилось место',
};

/** OpenAPI 3.1 of all operations, derived from the contract. */
export function describeApi(operations: readonly Operation[], publicUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Уговор', version: '1', description: 'Каждая операция отвечает и на OPTIONS: пробу права.' },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'message', 'incident'],
          properties: {
            code: { enum: Object.keys(errors) },
            message: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            incident: { type: 'string' },
          },
        },
      },
    },
    paths,
  };
}

function describe(operation: Operation): Record<string, unknown> {
  const { def } = operation;
  return {
    operationId: operation.code,
    summary: def.about,
    tags: [operation.group],
    'x-access': def.access,
    security: def.access === 'anyone' ? [] : [{ session: [] }],
    parameters: [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)],
    ...(def.body && { requestBody: { required: true, content: contentOf(operation) } }),
    responses: Object.fromEntries(statusesOf(operation).map((status) => [status, answer(operation, status)])),
  };
}

/** What the body is: JSON, or with a file a form of several parts. */
function contentOf({ def }: Operation): Record<string, unknown> {
  const schema = schemaOf(def.body!, 'input') as { properties?: object; required?: string[] };
  if (!def.upload) return { 'application/json': { schema } };
  const file = { type: 'string', contentMediaType: anyFile };
  const required = [...(def.upload.optional ? [] : ['file']), ...(schema.required ?? [])];
  return {
    'multipart/form-data': { schema: { ...schema, required, properties: { file, ...schema.properties } } },
  };
}

const pathParameters = (operation: Operation) =>
  operation.params.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: isText(name) ? { type: 'string' } : { type: 'integer', minimum: 1 },
  }));

const queryParameters = ({ def }: Operation) =>
  Object.entries(def.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    style: 'deepObject',
    schema: schemaOf(schema as z.ZodType, 'input'),
  }));

const isPaged = ({ def }: Operation): boolean => def.query !== undefined && 'page' in def.query.shape;

const bookmark = { schema: { type: 'string' } };

/** Whoever reads a list page by page and tells where he was loses no row (docs/decisions/0118). */
const headerParameters = (operation: Operation) =>
  isPaged(operation)
    ? [
        {
          name: bookmarkHeader,
          in: 'header',
          description: `Закладка прочитанной соседней страницы или «${noBookmark}»: тогда строки, которые появились и исчезли между страницами, не сдвигают следующую`,
          ...bookmark,
        },
      ]
    : [];

function answer(operation: Operation, status: number): Record<string, unknown> {
  const description = titles[status] ?? String(status);
  if (status !== successOf(operation)) {
    return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
  }
  if (operation.def.file) {
    return { description, content: Object.fromEntries([operation.def.file].flat().map((type) => [type, {}])) };
  }
  if (!operation.def.out) return { description };
  const headers = isPaged(operation) && {
    headers: { [bookmarkHeader]: { description: 'Закладка этой страницы', ...bookmark } },
  };
  return {
    description,
    ...headers,
    content: { 'application/json': { schema: schemaOf(operation.def.out, 'output') } },
  };
}

/** Instants leave as ISO texts, which JSON Schema cannot read off a transform. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'pipe' && io === 'output') Object.assign(jsonSchema, { type: 'string' });
    },
  });
  return json;
}
