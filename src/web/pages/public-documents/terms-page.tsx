import { PublicDocument } from './public-document.tsx';

/** What the platform is, and what those who use it agree to. */
export default function TermsPage() {
  return <PublicDocument kind="terms-of-use" />;
}
