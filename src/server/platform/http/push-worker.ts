import type { FastifyInstance } from 'fastify';
import { pagePath } from '#contract/kernel/page-path.ts';

/**
 * What a browser runs when it is told that there is something: one sentence without contents, and the way to the notifications. It has
 * no `fetch`, so no request of a page passes through it and nothing is cached by it.
 */
const worker = `self.addEventListener('push', (event) => {
  event.waitUntil(self.registration.showNotification('Уговор', { body: 'В кабинете есть новое', tag: 'news', lang: 'ru' }));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow('${pagePath('/notifications')}'));
});
`;

/** Serves the worker of pushes, which browsers look for anew by themselves. */
export function mountPushWorker(server: FastifyInstance): void {
  server.get('/push-worker.js', (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type('text/javascript; charset=utf-8').send(worker),
  );
}
