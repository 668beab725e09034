/** The words of lists of entries, which are the same for full and simple registries. */
export const entryTexts = {
  searchHint: 'ФИО, ИНН, телефон или № договора',
  columns: {
    name: 'Заёмщик',
    debtorInn: 'ИНН',
    phone: 'Телефон',
    contractNumber: 'Договор',
    contractKind: 'Вид договора',
    overdueFrom: 'Просрочка с',
    registryNumber: 'Реестр',
    createdAt: 'Загружена',
    id: '№ записи',
  },
  filters: { withdrawn: 'Отозванные' },
  registry: (number: number) => `№ ${number}`,
  ofRegistry: (number: number) => `Реестр № ${number}`,
  withdrawn: 'Отозвана',
};
