import type { Page } from 'playwright-core';
import { fill, press } from './acts.ts';

/** Fills in what a company tells the РНКО of itself, but for its owners. */
export async function fillQuestionnaire(page: Page): Promise<void> {
  await fill(page, {
    'Чем занимается компания': 'Выдача микрозаймов',
    'Зачем нужна РНКО': 'Приём платежей по соглашениям',
    'Ожидаемый оборот в месяц, ₽': '5 000 000',
    'Кто ответит на вопросы': 'Кравцова Анна',
    'Телефон для вопросов': '9161234567',
  });
  await page.getByLabel('Откуда деньги компании').selectOption('Выручка');
}

/** @param share of the company, percent as it is written */
export async function addOwner(page: Page, share: string): Promise<void> {
  await press(page, 'Добавить владельца');
  await fill(page, {
    'Фамилия, имя, отчество': 'Кравцов Пётр Ильич',
    'Дата рождения': '05.05.1975',
    'Доля, %': share,
  });
}
