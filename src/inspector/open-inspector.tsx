import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { INSPECTOR_OPEN_KEY, runningRootActors } from '../actor-registry.ts'
import { type Atelier, AtelierContext } from '../ui/context.ts'
import { createActorSuspender } from './actor-suspender.ts'
import { Dock, type DockProps } from './Dock.tsx'
import { createInspectorController } from './inspector-controller.ts'
import { maskPageUrl } from './mask-page-url.ts'
import { observeActors } from './observe-actors.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { deleteStoredRecording, loadStoredRecording, persistRecording } from './recording-store.ts'
import { serveRemoteInspector } from './remote-window.ts'
import { parseStatelyAddress } from './stately-address.ts'
import type { StatelyLink } from './stately-link.ts'
import { TimeTravelBar } from './TimeTravelBar.tsx'
import { createTimeTravel } from './time-travel.ts'

/** Persists whether the inspector is open. Without storage the state is lost on reload. */
const saveOpenState = (isOpen: boolean) => {
  try {
    sessionStorage.setItem(INSPECTOR_OPEN_KEY, isOpen ? '1' : '')
  } catch {}
}

let openDock: { close: () => void } | null = null
let activeRecording: { recorder: Recorder; end: () => void } | null = null

/** Starts recording all machines, including the current state of running machines. */
export function startRecording(version = ''): Recorder {
  if (activeRecording) return activeRecording.recorder
  const recorder = createRecorder({
    version,
    page: () => maskPageUrl(location),
    scheduleNotification: (notify) => void setTimeout(notify, 16),
  })
  const stop = observeActors(recorder.record)
  recorder.adopt(runningRootActors())
  const end = () => {
    activeRecording = null
    stop()
    recorder.stop()
  }
  activeRecording = { recorder, end }
  return recorder
}

/** Opens the inspector next to the app, or closes it if it is open. */
export function toggleInspector(atelier: Atelier, element: HTMLElement): void {
  if (openDock) {
    openDock.close()
    return
  }
  // A separate inspector window inherits a copy of its opener's session storage, but must not inspect itself.
  if (location.pathname === '/inspector') {
    activeRecording?.end()
    return
  }
  // The stored recording is read before the new recording overwrites it.
  const storedRecording = loadStoredRecording()
  // If the user opens the inspector by its shortcut, the focus moves into the inspector, and back when the inspector closes.
  const previousFocus = activeRecording ? null : document.activeElement
  const recorder = startRecording(atelier.version?.running)
  const travel = createTimeTravel(recorder)
  const suspension = createActorSuspender()
  const controller = createInspectorController(recorder, travel, suspension)
  const address = parseStatelyAddress(location.search)
  let link: StatelyLink | null = null
  const stopServing = serveRemoteInspector(controller, crypto.randomUUID())
  let stopPersisting = () => {}
  storedRecording.then(() => {
    if (openDock) stopPersisting = persistRecording(recorder)
  })
  saveOpenState(true)
  const container = document.createElement('div')
  element.after(container)
  const root = createRoot(container)
  const close = () => {
    openDock = null
    saveOpenState(false)
    travel.show(null)
    suspension.suspend(false)
    activeRecording?.end()
    link?.stop()
    stopServing()
    stopPersisting()
    deleteStoredRecording()
    const hadFocus = container.contains(document.activeElement)
    root.unmount()
    container.remove()
    if (hadFocus && previousFocus instanceof HTMLElement) previousFocus.focus()
  }
  openDock = { close }
  const render = () =>
    root.render(
      <StrictMode>
        <AtelierContext value={atelier}>
          <TimeTravelBar travel={travel} suspension={suspension} page={container} />
          <InspectorDock
            controller={controller}
            previousRecording={storedRecording}
            link={link}
            takesFocus={previousFocus !== null}
            onClose={close}
          />
        </AtelierContext>
      </StrictMode>,
    )
  render()
  // The code that sends recordings is loaded only if the page's address requests a connection.
  if (address)
    import('./stately-link.ts').then(
      ({ createStatelyLink }) => {
        if (openDock?.close !== close) return
        link = createStatelyLink(address, recorder)
        render()
      },
      () => {},
    )
}

/** Dock, until the user moves the inspector to its own window. */
function InspectorDock(props: Omit<DockProps, 'onLeave'>) {
  const [isDetached, setDetached] = useState(false)
  if (isDetached) return null
  const detach = () => {
    if (!window.open('/inspector', 'atelier-inspector', 'width=1280,height=800')) return
    // Sending stops, because the separate window does not show the connection.
    props.link?.stop()
    setDetached(true)
  }
  return <Dock {...props} onLeave={detach} />
}
