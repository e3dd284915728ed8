import './ui/tokens.css'
import './ui/embed.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { lookMessages } from './ui/messages/look.ts'
import { createTranslator } from './ui/messages.ts'
import { FramedViewer } from './ui/viewer/embed/FramedViewer.tsx'
import {
  type FrameNotification,
  type FrameReply,
  type FrameRequest,
  parseFrameRequest,
  parseOrigin,
} from './ui/viewer/embed/frame-protocol.ts'
import { readOptions, type ViewerOptions } from './ui/viewer/embed/options.ts'
import { VIEWER_MESSAGE_NAMES, type ViewerWords } from './ui/viewer/viewer-words.ts'

/** Options that the embedded viewer refuses. Decoders are executable code and are loaded only from this origin. */
const BLOCKED_OPTIONS: readonly (keyof ViewerOptions)[] = ['decoderPath']

/**
 * Renders the viewer alone, for a frame on any site. The viewer has no session, and exchanges messages only with the origin that
 * its address names.
 */
async function start(): Promise<void> {
  const address = new URLSearchParams(location.search)
  const theme = address.get('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
  const { options, errors } = readOptions((name) => address.get(name))
  for (const error of errors) console.warn(`embed: ${error}`)
  for (const name of BLOCKED_OPTIONS) delete options[name]
  const { post, listen } = createChannel(parseOrigin(address.get('origin')))
  const words = await loadMessages(address.get('lang'))
  createRoot(document.getElementById('viewer')!).render(
    <StrictMode>
      <FramedViewer
        initialOptions={options}
        blockedOptions={BLOCKED_OPTIONS}
        post={post}
        listen={listen}
        {...(words && { words })}
      />
    </StrictMode>,
  )
}

function createChannel(origin: string | null) {
  const page = window.parent === window || origin === null ? null : window.parent
  const post = (message: FrameNotification | FrameReply) => page?.postMessage(message, origin!)
  const listen = (onRequest: (request: FrameRequest) => void) => {
    const onMessage = (event: MessageEvent) => {
      if (!page || event.source !== page || event.origin !== origin) return
      const request = parseFrameRequest(event.data)
      if (request && 'reply' in request) post(request)
      else if (request) onRequest(request)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }
  return { post, listen }
}

async function loadMessages(lang: string | null): Promise<Partial<ViewerWords> | undefined> {
  if (lang !== 'de') return undefined
  document.documentElement.lang = lang
  const { translate, loadMessages: loadCatalogs } = createTranslator(lang)
  await loadCatalogs(lookMessages)
  const words = Object.fromEntries(VIEWER_MESSAGE_NAMES.map((name) => [name, translate(`viewer.${name}`)]))
  return { ...words, locale: lang }
}

start()
