import { PublicDocument } from './public-document.tsx';

/** How personal data are handled here (152-ФЗ ст. 18.1 ч. 2). */
export default function PrivacyPage() {
  return <PublicDocument kind="privacy-policy" />;
}
