import { frameAddress } from '../viewer/embed/frame.ts'
import { TEXT_OPTIONS, type ViewerOptions, writeOptions } from '../viewer/embed/options.ts'

/** Stands in code for the model that is not chosen yet. */
const NO_MODEL = 'https://your-files.example/model.glb'

/** The ways to put the viewer into a page. */
export const EMBEDDINGS = ['react', 'element', 'frame'] as const
export type Embedding = (typeof EMBEDDINGS)[number]

/** The code that shows a model in a page with these options. `origin` is where Atelier is served. */
export function embedCode(embedding: Embedding, options: Partial<ViewerOptions>, origin: string): string {
  const shown = { ...options, source: shownBy(options.source) }
  if (embedding === 'react') return reactCode(shown)
  return embedding === 'element' ? elementCode(shown, origin) : frameCode(shown, origin)
}

/** What code shows: without a model an address that stands for one, since the code is nothing without. */
function shownBy(source: ViewerOptions['source'] | undefined): ViewerOptions['source'] {
  const parts = [source ?? []].flat()
  return parts.length > 1 ? parts : (parts[0] ?? NO_MODEL)
}

function reactCode(options: Partial<ViewerOptions>): string {
  const written = writeOptions(options).map(([name]) => TEXT_OPTIONS.find((option) => option.name === name)?.prop)
  const props = [...new Set(written)].flatMap((prop) => (prop ? [`  ${propOf(prop, options[prop])}`] : []))
  return `import { AvatarViewer } from '@atelier/viewer'\n\n<AvatarViewer\n${props.join('\n')}\n/>`
}

function propOf(name: string, value: unknown): string {
  if (value === true) return name
  return typeof value === 'string' && !/["\\\n]/.test(value)
    ? `${name}="${value}"`
    : `${name}={${JSON.stringify(value)}}`
}

function elementCode(options: Partial<ViewerOptions>, origin: string): string {
  const attributes = writeOptions(options).map(([name, text]) =>
    text === '' ? `  ${name}` : `  ${name}="${quoted(text)}"`,
  )
  const script = `<script type="module" src="${origin}/viewer/element.js"></script>`
  return `${script}\n\n<avatar-viewer\n${attributes.join('\n')}\n></avatar-viewer>`
}

function frameCode(options: Partial<ViewerOptions>, origin: string): string {
  const address = quoted(frameAddress(`${origin}/embed`, options))
  // A frame of another site may enter the room around only where the page lets it.
  const allowed = options.ar ? 'fullscreen; xr-spatial-tracking' : 'fullscreen'
  return `<iframe\n  src="${address}"\n  title="${quoted(options.label ?? '3D model')}"\n  width="640"\n  height="800"\n  allow="${allowed}"\n></iframe>`
}

const quoted = (text: string): string =>
  text.replace(/[&"<>]/g, (sign) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign)
