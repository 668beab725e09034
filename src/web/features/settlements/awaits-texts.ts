/** The words of what waits for a company's people. */
export const awaitsTexts = {
  title: 'Ждут вашего ответа:',
  settlements: (count: string) => `урегулирования — ${count}`,
  requests: (count: string) => `заявки — ${count}`,
  approvals: (count: string) => `решения вдвоём — ${count}`,
};
