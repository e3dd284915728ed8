import type { ReactNode } from 'react'
import { useAtelier } from '../context.ts'
import { Segmented } from '../kit/Segmented.tsx'

/** What is done with the model: options tried, its parts looked at, or another put beside it. */
export const MODES = ['try', 'inspect', 'compare'] as const
export type Mode = (typeof MODES)[number]

/** Props of {@link PlaygroundAside}; `children` is where options are tried. */
export interface PlaygroundAsideProps {
  mode: Mode
  onMode: (mode: Mode) => void
  examined: ReactNode
  compared: ReactNode
  children: ReactNode
}

/** What stands beside the stage. */
export function PlaygroundAside({ mode, onMode, examined, compared, children }: PlaygroundAsideProps) {
  const { translate } = useAtelier()
  return (
    <>
      <section>
        <Segmented
          label={translate('playground.mode')}
          wide
          items={MODES.map((id) => ({ id, label: translate(`playground.mode.${id}`) }))}
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
