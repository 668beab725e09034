/** The words of what waits for a company's people. */
export const awaitsTexts = {
  title: 'Ждут вашего ответа:',
  settlements: (count: number) => `урегулирования — ${count}`,
  requests: (count: number) => `заявки — ${count}`,
  approvals: (count: number) => `решения вдвоём — ${count}`,
};
