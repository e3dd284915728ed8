import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Thing } from '../../machines/rules/palette.ts'
import { useAtelier } from '../context.ts'
import { focusTitle } from '../kit/focus-title.ts'
import { Overlay } from '../kit/Overlay.tsx'
import { type Offer, type Offering, offered } from '../offers.ts'
import { IDLE_GLYPHS, usePlaces } from '../shell/places.tsx'
import { useAsking } from '../use-asking.ts'
import { useWords } from '../use-words.ts'
import { paletteWords } from '../words/palette.ts'
import { choicesFor, type Line, linesFor } from './lines.ts'
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
  // What is to be done with something that is still to be chosen, and what is typed for that.
  const [step, setStep] = useState<{ offer: Offer; typed: string } | null>(null)
  const choosing = useAsking({
    about: 'choices',
    question: isOpen && step ? step.offer.id : null,
    ask: async (_, signal) => (await step?.offer.choices?.(signal)) ?? [],
  })
  const cameFrom = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (asked === 0) return
    cameFrom.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setOfferings(offered())
    setStep(null)
    send({ type: 'palette.opened' })
  }, [asked, send])

  const pages: Thing[] = [
    ...places.map(({ to, word }): Thing => ({ id: `page/${to}`, kind: 'page', label: translate(word), to })),
    { id: 'page//account', kind: 'page', label: translate('account.label'), to: '/account' },
  ]
  const close = () => send({ type: 'palette.closed' })
  // What is done, and a page that is left, may ask a question, and gives the focus back to where it was when it was asked.
  const perform = (run: () => void) => {
    flushSync(close)
    cameFrom.current?.focus({ preventScroll: true })
    run()
  }
  const choose = (line: Line, isApart: boolean) => {
    if ('choice' in line) return perform(() => line.of.run(line.choice))
    if ('offer' in line) {
      const { offer } = line
      if (offer.refusal) return
      if (offer.choices) return setStep({ offer, typed: '' })
      return perform(() => offer.run())
    }
    keepRecent(line.thing)
    if (isApart) {
      window.open(line.thing.to, '_blank', 'noopener')
      return
    }
    perform(() => {
      const { to } = line.thing
      // Where only what the page shows becomes another, the page by itself does not lead to its title.
      const stop = router.history.subscribe(({ location }: { location: { href: string } }) => {
        stop()
        if (location.href === to) focusTitle(document.querySelector('main'))
      })
      router.history.push(to)
    })
  }
  return (
    <Overlay isOpen={isOpen && hasWords} onClose={close} label={translate('nav.search')}>
      <PaletteBox
        {...(step
          ? {
              step: { label: step.offer.label, onBack: () => setStep(null) },
              typed: step.typed,
              onType: (text: string) => setStep({ ...step, typed: text }),
              groups: choicesFor(step.offer, choosing.answer ?? [], step.typed),
              isBusy: choosing.isBusy,
              error: choosing.error,
              onRetry: choosing.askAgain,
            }
          : {
              typed,
              onType: (text: string) => send({ type: 'text.changed', typed: text }),
              groups: linesFor({ typed, held, recent, pages, offerings, here }),
              isBusy,
              error,
              onRetry: () => send({ type: 'answer.requested' }),
            })}
        glyphs={new Map(places.map(({ to, icon }) => [`page/${to}`, IDLE_GLYPHS[icon]]))}
        onChoose={choose}
        onClose={close}
      />
    </Overlay>
  )
}
