import './ui/tokens.css'
import './ui/embed.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { FramedViewer } from './ui/viewer/embed/FramedViewer.tsx'
import { type FrameAsk, type FrameNews, type FrameReply, originOf, readAsk } from './ui/viewer/embed/frame-protocol.ts'
import { readOptions, type ViewerOptions } from './ui/viewer/embed/options.ts'
import { VIEWER_WORDS, type ViewerWords } from './ui/viewer/words.ts'
import { lookWords } from './ui/words/look.ts'
import { createSpeech } from './ui/words.ts'

/** Decoders are code: they come from here and nowhere else. */
const BARRED: readonly (keyof ViewerOptions)[] = ['decoderPath']

/** The viewer alone, to be framed by any page: knows no session, and talks only with the origin its address names. */
async function start(): Promise<void> {
  const address = new URLSearchParams(location.search)
  const theme = address.get('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
  const { options, faults } = readOptions((name) => address.get(name))
  for (const fault of faults) console.warn(`embed: ${fault}`)
  for (const name of BARRED) delete options[name]
  const { post, listen } = channelTo(originOf(address.get('origin')))
  const words = await wordsIn(address.get('lang'))
  createRoot(document.getElementById('viewer')!).render(
    <StrictMode>
      <FramedViewer first={options} barred={BARRED} post={post} listen={listen} {...(words && { words })} />
    </StrictMode>,
  )
}

function channelTo(origin: string | null) {
  const page = window.parent === window || origin === null ? null : window.parent
  const post = (message: FrameNews | FrameReply) => page?.postMessage(message, origin!)
  const listen = (hear: (ask: FrameAsk) => void) => {
    const heard = (event: MessageEvent) => {
      if (!page || event.source !== page || event.origin !== origin) return
      const ask = readAsk(event.data)
      if (ask && 'reply' in ask) post(ask)
      else if (ask) hear(ask)
    }
    addEventListener('message', heard)
    return () => removeEventListener('message', heard)
  }
  return { post, listen }
}

async function wordsIn(lang: string | null): Promise<Partial<ViewerWords> | undefined> {
  if (lang !== 'de') return undefined
  document.documentElement.lang = lang
  const { translate, learn } = createSpeech(lang)
  await learn(lookWords)
  const words = Object.fromEntries(Object.keys(VIEWER_WORDS).map((key) => [key, translate(`viewer.${key}`)]))
  return { ...words, locale: lang }
}

start()
