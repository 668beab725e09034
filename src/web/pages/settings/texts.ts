/** The words of the settings of the platform. */
export const texts = {
  about: 'Действуют на всей площадке сразу после сохранения. Каждое изменение записано в журнал аудита.',
  save: 'Сохранить',
};
