import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useAtelier } from '../context.ts'
import { ToastRegion } from '../kit/ToastRegion.tsx'
import { createToasts, type ToastWords } from '../kit/toasts.ts'
import { isCommand } from '../shortcut.ts'
import { isTaken, usePageKeys } from '../use-page-keys.ts'

/** What a toast with Undo says, and what follows. */
interface UndoWords {
  text: string
  detail?: string | undefined
  label: string
  onUndo: () => void
  /** The toast is gone, by itself or by hand; after Undo too. */
  onGone: () => void
}

/** The toasts of a page and the place where they are shown. Loaded with the first. */
export interface ToastKit {
  undo: (words: UndoWords) => void
  /** Something went well, nothing was to be done, or something failed, which stays until it is dismissed. */
  ok: (words: ToastWords) => void
  note: (words: ToastWords) => void
  bad: (words: ToastWords) => void
  Region: () => React.ReactNode
  /** The page is left: what it told goes with it, and it tells nothing more, until it is entered again. */
  leave: () => void
  enter: () => void
}

/** The app's one stack, whoever puts something on it. */
const stack = createToasts()

/** Where it can be shown; it is, in the place that came last: in the page, else in the frame around it. */
const places: object[] = []
const hearers = new Set<() => void>()
const tell = () => hearers.forEach((hear) => void hear())
const hearPlaces = (hear: () => void) => {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

/** Makes the toasts of one page; `label` is the key of what they are called. */
export function createToastKit(label: string): ToastKit {
  const own = new Set<string>()
  let isLeft = false
  const put = (add: () => string, onGone?: () => void) => {
    if (isLeft) onGone?.()
    else own.add(add())
  }
  return {
    undo: ({ text, detail, label, onUndo, onGone }) =>
      put(() => stack.undo({ text, detail, action: { label, onAction: onUndo } }, onGone), onGone),
    ok: (words) => put(() => stack.ok(words)),
    note: (words) => put(() => stack.note(words)),
    bad: (words) => put(() => stack.bad(words)),
    Region() {
      return <ToastPlace label={label} />
    },
    leave() {
      isLeft = true
      for (const key of own) stack.close(key)
    },
    enter() {
      isLeft = false
    },
  }
}

function ToastPlace({ label }: { label: string }) {
  const { translate } = useAtelier()
  const [place] = useState(() => ({}))
  useLayoutEffect(() => {
    places.push(place)
    tell()
    return () => {
      places.splice(places.indexOf(place), 1)
      tell()
    }
  }, [place])
  const isShown = useSyncExternalStore(hearPlaces, () => places.at(-1) === place)
  usePageKeys((event) => {
    if (event.key.toLowerCase() !== 'z' || !isCommand(event) || event.defaultPrevented || isTaken(event.target)) return
    const newest = stack.queue.visibleToasts.find(({ content }) => content.kind === 'undo')
    if (!newest) return
    event.preventDefault()
    newest.content.action?.onAction()
    stack.close(newest.key)
  }, isShown)
  if (!isShown) return null
  return <ToastRegion toasts={stack} label={translate(label)} dismissLabel={translate('action.close')} />
}
