import { scenes } from './scenes.tsx';

/** Each part of the interface in each state, for whoever builds it: `/dev/ui`, or `/dev/ui?scene=dialog`. */
export default function UiPage() {
  const asked = new URLSearchParams(location.search).get('scene') ?? 'parts';
  const Scene = scenes[asked] ?? scenes['parts']!;
  return (
    <main className="stack" style={{ padding: 16, minHeight: '100dvh' }}>
      <h1>{asked}</h1>
      <nav aria-label="Сцены" className="row">
        {Object.keys(scenes).map((name) => (
          <a key={name} href={`/dev/ui?scene=${name}`}>
            {name}
          </a>
        ))}
      </nav>
      <Scene />
    </main>
  );
}
