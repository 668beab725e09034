import { listPage } from '#web/kit/list/page.tsx';
import { accountsOf } from './account-list.tsx';
import { texts } from './texts.ts';

const list = accountsOf('employee', texts.employees);

export default listPage(list);
