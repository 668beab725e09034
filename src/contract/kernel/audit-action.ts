/** What was done to a row; `reveal`: something of it was looked at. */
export const auditActions = ['insert', 'update', 'delete', 'reveal'] as const;
export type AuditAction = (typeof auditActions)[number];
