import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ASKED, roots } from '../inspect-seam.ts'
import { type Atelier, AtelierContext } from '../ui/context.ts'
import { Dock, type DockProps } from './Dock.tsx'
import { createDesk } from './desk.ts'
import { forgetKept, keepRecording, readKept } from './kept.ts'
import { linkAddress } from './link-address.ts'
import { listen } from './listen.ts'
import { serveWindow } from './other-window.ts'
import { Past } from './Past.tsx'
import type { Link } from './protocol.ts'
import { createRecorder, type Recorder } from './record.ts'
import { createSuspension } from './suspend.ts'
import { createTravel } from './travel.ts'

/** Keeps whether it is open. A browser that keeps nothing forgets it with the page. */
const keepAsked = (isOpen: boolean) => {
  try {
    sessionStorage.setItem(ASKED, isOpen ? '1' : '')
  } catch {}
}

let shown: { close: () => void } | null = null
let begun: { recorder: Recorder; end: () => void } | null = null

/** Records what the machines do from now on, and where those stand that run already. */
export function begin(version = ''): Recorder {
  if (begun) return begun.recorder
  const recorder = createRecorder({
    version,
    page: () => location.pathname + location.search,
    later: (tell) => void setTimeout(tell, 16),
  })
  const stop = listen(recorder.hear)
  recorder.adopt(roots())
  const end = () => {
    begun = null
    stop()
    recorder.stop()
  }
  begun = { recorder, end }
  return recorder
}

/** Opens the inspector beside the app, or closes it; what the machines did since is recorded from now on. */
export function open(atelier: Atelier, element: HTMLElement): void {
  if (shown) {
    shown.close()
    return
  }
  // A window of its own is opened with a copy of what its tab kept: it is no page to inspect.
  if (location.pathname === '/inspector') {
    begun?.end()
    return
  }
  // What was kept before this page is read before anything is written over it.
  const kept = readKept()
  // By a key, while the page is used: who opens it so goes on in it by keys, and back to where they were.
  const from = begun ? null : document.activeElement
  const recorder = begin(atelier.version?.own)
  const travel = createTravel(recorder)
  const suspension = createSuspension()
  const desk = createDesk(recorder, travel, suspension)
  const address = linkAddress(location.search)
  let link: Link | null = null
  const stopServing = serveWindow(desk, crypto.randomUUID())
  let stopKeeping = () => {}
  kept.then(() => {
    if (shown) stopKeeping = keepRecording(recorder)
  })
  keepAsked(true)
  const place = document.createElement('div')
  element.after(place)
  const root = createRoot(place)
  const close = () => {
    shown = null
    keepAsked(false)
    travel.show(null)
    suspension.suspend(false)
    begun?.end()
    link?.stop()
    stopServing()
    stopKeeping()
    forgetKept()
    const hadFocus = place.contains(document.activeElement)
    root.unmount()
    place.remove()
    if (hadFocus && from instanceof HTMLElement) from.focus()
  }
  shown = { close }
  const render = () =>
    root.render(
      <StrictMode>
        <AtelierContext value={atelier}>
          <Past travel={travel} suspension={suspension} place={place} />
          <Shown desk={desk} kept={kept} link={link} takesFocus={from !== null} onClose={close} />
        </AtelierContext>
      </StrictMode>,
    )
  render()
  // What can send is fetched where an address asks for it alone.
  if (address)
    import('./protocol.ts').then(
      ({ createLink }) => {
        if (shown?.close !== close) return
        link = createLink(address, recorder)
        render()
      },
      () => {},
    )
}

/** The dock, until the inspector goes on in a window of its own. */
function Shown(props: Omit<DockProps, 'onLeave'>) {
  const [isAway, setAway] = useState(false)
  if (isAway) return null
  const leave = () => {
    if (!window.open('/inspector', 'atelier-inspector', 'width=1280,height=800')) return
    // Nothing is sent that nobody sees.
    props.link?.stop()
    setAway(true)
  }
  return <Dock {...props} onLeave={leave} />
}
