/** How far a debt has gone in court: a claim or an order there, or bailiffs who collect it. */
type ProceedingsStage = 'court' | 'enforcement';

/** The case of a debt, as its creditor states it. */
export type Proceedings = {
  readonly stage: ProceedingsStage;
  readonly caseNo: string | null;
  /** The court, or the department of bailiffs. */
  readonly place: string | null;
};

/** The case of a claim; null while nobody has gone to court about it. */
export const proceedingsOf = ({
  stage,
  caseNo,
  court,
}: {
  readonly stage: string;
  readonly caseNo: string | null;
  readonly court: string | null;
}): Proceedings | null => (stage === 'court' || stage === 'enforcement' ? { stage, caseNo, place: court } : null);

/**
 * Papers that come with an agreement about a debt in court, as drafts: an agreement out of court ends neither the case nor the
 * collection, only the court's approval or the return of the writ does (ГПК РФ, гл. 14.1; 229-ФЗ, ст. 43, 46, 50;
 * docs/decisions/0102).
 */
export const COURT_PAPERS = {
  settlement_motion: 'Ходатайство об утверждении мирового соглашения',
  writ_return: 'Заявление о возвращении исполнительного документа',
} as const;
export type CourtPaper = keyof typeof COURT_PAPERS;

/** What an agreement obliges its creditor to do within five working days, in words. */
export const COURT_STEPS: Readonly<Record<ProceedingsStage, { readonly title: string; readonly detail: string }>> = {
  court: {
    title: 'Сообщите суду о соглашении',
    detail:
      'На это у вас 5 рабочих дней. Проект ходатайства об утверждении мирового соглашения стоит на странице соглашения',
  },
  enforcement: {
    title: 'Отзовите исполнительный документ',
    detail: 'На это у вас 5 рабочих дней. Проект заявления приставу стоит на странице соглашения',
  },
};

const papers: Readonly<Record<ProceedingsStage, readonly CourtPaper[]>> = {
  court: ['settlement_motion'],
  enforcement: ['writ_return', 'settlement_motion'],
};

export const courtPapersOf = (of: Proceedings | null): readonly CourtPaper[] => (of === null ? [] : papers[of.stage]);

/** «дело № 2-123/2025, Мировой суд, участок № 12»; what is not stated is said to be so. */
export const formatProceedings = (of: Proceedings): string =>
  of.place === null ? formatCase(of) : `${formatCase(of)}, ${of.place}`;

/** The same without the court or the bailiffs. */
export function formatCase({ stage, caseNo }: Proceedings): string {
  const what = stage === 'court' ? 'дело' : 'исполнительное производство';
  return caseNo === null ? `${what} (номер не указан)` : `${what} № ${caseNo.replace(/^№\s*/, '')}`;
}
