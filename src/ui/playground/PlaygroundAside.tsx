import type { ReactNode } from 'react'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'

/** Modes of the playground: trying options, inspecting the model, or comparing it with another. */
export const PLAYGROUND_MODES = ['try', 'inspect', 'compare'] as const
export type PlaygroundMode = (typeof PLAYGROUND_MODES)[number]

/** Props of {@link PlaygroundAside}; `children` is the content of the `try` mode. */
export interface PlaygroundAsideProps {
  mode: PlaygroundMode
  onMode: (mode: PlaygroundMode) => void
  examined: ReactNode
  compared: ReactNode
  children: ReactNode
}

export function PlaygroundAside({ mode, onMode, examined, compared, children }: PlaygroundAsideProps) {
  const translate = useTranslate(lookMessages)
  return (
    <>
      <section>
        <SegmentedControl
          label={translate('playground.mode')}
          wide
          items={PLAYGROUND_MODES.map((id) => ({ id, label: translate(`playground.mode.${id}`) }))}
          value={mode}
          onChange={onMode}
        />
      </section>
      {mode === 'inspect' && examined}
      {mode === 'compare' && compared}
      {mode === 'try' && children}
    </>
  )
}
