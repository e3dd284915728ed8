import { frameAddress } from '../viewer/embed/frame.ts'
import { TEXT_OPTIONS, type ViewerOptions, writeOptions } from '../viewer/embed/options.ts'

/** Placeholder URL while no model is chosen. */
const PLACEHOLDER_MODEL_URL = 'https://your-files.example/model.glb'

export const EMBED_KINDS = ['react', 'element', 'frame'] as const
export type EmbedKind = (typeof EMBED_KINDS)[number]

/** Returns the code that embeds a model. `origin` is the origin of the Atelier server. */
export function buildEmbedCode(embedding: EmbedKind, options: Partial<ViewerOptions>, origin: string): string {
  const shownOptions = { ...options, source: sourceOrPlaceholder(options.source) }
  if (embedding === 'react') return reactCode(shownOptions)
  return embedding === 'element' ? elementCode(shownOptions, origin) : frameCode(shownOptions, origin)
}

/** Returns the source, or a placeholder if there is no model, because the viewer requires a source. */
function sourceOrPlaceholder(source: ViewerOptions['source'] | undefined): ViewerOptions['source'] {
  const parts = [source ?? []].flat()
  return parts.length > 1 ? parts : (parts[0] ?? PLACEHOLDER_MODEL_URL)
}

function reactCode(options: Partial<ViewerOptions>): string {
  const propNames = writeOptions(options).map(([name]) => TEXT_OPTIONS.find((option) => option.name === name)?.prop)
  const props = [...new Set(propNames)].flatMap((prop) => (prop ? [`  ${toJsxProp(prop, options[prop])}`] : []))
  return `import { AvatarViewer } from '@atelier/viewer'\n\n<AvatarViewer\n${props.join('\n')}\n/>`
}

function toJsxProp(name: string, value: unknown): string {
  if (value === true) return name
  return typeof value === 'string' && !/["\\\n]/.test(value)
    ? `${name}="${value}"`
    : `${name}={${JSON.stringify(value)}}`
}

function elementCode(options: Partial<ViewerOptions>, origin: string): string {
  const attributes = writeOptions(options).map(([name, text]) =>
    text === '' ? `  ${name}` : `  ${name}="${escapeHtml(text)}"`,
  )
  const script = `<script type="module" src="${origin}/viewer/element.js"></script>`
  return `${script}\n\n<avatar-viewer\n${attributes.join('\n')}\n></avatar-viewer>`
}

function frameCode(options: Partial<ViewerOptions>, origin: string): string {
  const address = escapeHtml(frameAddress(`${origin}/embed`, options))
  // A cross-origin frame can start AR only with this permission of the embedding page.
  const permissions = options.ar ? 'fullscreen; xr-spatial-tracking' : 'fullscreen'
  return `<iframe\n  src="${address}"\n  title="${escapeHtml(options.label ?? '3D model')}"\n  width="640"\n  height="800"\n  allow="${permissions}"\n></iframe>`
}

const escapeHtml = (text: string): string =>
  text.replace(
    /[&"<>]/g,
    (character) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' })[character] ?? character,
  )
