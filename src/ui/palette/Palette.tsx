import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Thing } from '../../machines/rules/palette.ts'
import { useAtelier } from '../context.ts'
import { Overlay } from '../kit/Overlay.tsx'
import { type Offering, offered } from '../offers.ts'
import { usePlaces } from '../shell/places.tsx'
import { useWords } from '../use-words.ts'
import { paletteWords } from '../words/palette.ts'
import { type Line, linesFor } from './lines.ts'
import { PaletteBox } from './PaletteBox.tsx'
import { usePalette, useRecent } from './use-palette.ts'

/** Props of {@link Palette}. */
export interface PaletteProps {
  /** How often it was asked for; each time it opens. */
  asked: number
}

/** The command palette: pages, assets, tags and what can be done here, by a few letters; fetched when it is first asked for. */
export function Palette({ asked }: PaletteProps) {
  const { translate } = useAtelier()
  const router = useRouter()
  const here = useRouterState({ select: ({ location }) => location.pathname })
  const hasWords = useWords(paletteWords)
  const places = usePlaces()
  const { typed, held, error, isOpen, isBusy, send } = usePalette()
  const { recent, keepRecent } = useRecent(isOpen)
  const [offerings, setOfferings] = useState<readonly Offering[]>([])
  const cameFrom = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (asked === 0) return
    cameFrom.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setOfferings(offered())
    send({ type: 'palette.opened' })
  }, [asked, send])

  const pages: Thing[] = [
    ...places.map(({ to, word }): Thing => ({ id: `page/${to}`, kind: 'page', label: translate(word), to })),
    { id: 'page//account', kind: 'page', label: translate('account.label'), to: '/account' },
  ]
  const close = () => send({ type: 'palette.closed' })
  const choose = (line: Line, isApart: boolean) => {
    if ('offer' in line) {
      if (line.offer.refusal) return
      // What is done may ask a question, and gives the focus back to where it was when it was asked.
      flushSync(close)
      cameFrom.current?.focus({ preventScroll: true })
      line.offer.run()
      return
    }
    keepRecent(line.thing)
    if (isApart) {
      window.open(line.thing.to, '_blank', 'noopener')
      return
    }
    close()
    router.history.push(line.thing.to)
  }
  return (
    <Overlay isOpen={isOpen && hasWords} onClose={close} label={translate('nav.search')}>
      <PaletteBox
        typed={typed}
        onType={(text) => send({ type: 'text.changed', typed: text })}
        groups={linesFor({ typed, held, recent, pages, offerings, here })}
        glyphs={new Map(places.map(({ to, icon }) => [`page/${to}`, icon]))}
        isBusy={isBusy}
        error={error}
        onRetry={() => send({ type: 'answer.requested' })}
        onChoose={choose}
        onClose={close}
      />
    </Overlay>
  )
}
