import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { openNotice } from './open-notice.ts';
import { describeApi } from './openapi.ts';

/** The machine's description of the API and the readable page over it. */
export function mountDocs(server: FastifyInstance, app: App): void {
  let description: string | undefined;
  server.get('/api/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(
      describeApi(
        app.appDefinition.operations.map(({ operation }) => operation),
        app.config.publicUrl,
      ),
    );
    return reply.type('application/json; charset=utf-8').send(description);
  });
  server.get('/api/docs', (_request, reply) =>
    reply
      .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
      .type('text/html; charset=utf-8')
      .send(readablePage(app)),
  );
}

/** A page without scripts or styles: every operation by group, with its access. */
function readablePage(app: App): string {
  const groups = Map.groupBy(app.appDefinition.operations, ({ operation }) => operation.group);
  const sections = [...groups].map(([group, implemented]) => {
    const rows = implemented.map(({ operation: { route, def, code } }) => {
      const access = def.access === 'anyone' ? 'любой' : JSON.stringify(def.access);
      return `<tr><td><code>${escape(route)}</code></td><td>${escape(def.about)}</td><td>${escape(code)}</td><td>${escape(access)}</td></tr>`;
    });
    return `<h2>${escape(group)}</h2><table border="1" cellpadding="6"><tr><th>Операция</th><th>Что делает</th><th>Право</th><th>Кому</th></tr>${rows.join('')}</table>`;
  });
  return `<!doctype html><html lang="ru"><meta charset="utf-8"><title>API · Уговор</title>${openNotice(app)}<h1>API «Уговора»</h1><p>Полное описание: <a href="/api/openapi.json">openapi.json</a></p>${sections.join('')}</html>`;
}

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
