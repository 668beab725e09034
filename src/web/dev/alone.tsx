import '../ui/styles/tokens.css';
import '../ui/styles/fonts.css';
import '../ui/styles/base.css';
import { createRoot } from 'react-dom/client';
import { startTheme } from '../ui/theme-choice.ts';
import UiPage from './ui-page.tsx';

// The page by itself, as the tests look at it: no session, no server.
startTheme();
createRoot(document.getElementById('root')!).render(<UiPage />);
