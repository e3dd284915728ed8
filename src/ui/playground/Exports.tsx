import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { useAsking } from '../use-asking.ts'
import { save } from '../viewer/save.ts'
import type { Studio } from '../viewer/studio.ts'
import styles from './Examine.module.css'
import playground from './Playground.module.css'

const KINDS = ['strip', 'film', 'usdz'] as const

type Kind = (typeof KINDS)[number]

/** Props of {@link Exports}; `name` is what the files are called, without an ending. */
export interface ExportsProps {
  studio: Studio
  name: string
}

/** What the model can be taken along as: views all round, a film of a turn, and a file for the room around. */
export function Exports({ studio, name }: ExportsProps) {
  const { translate } = useAtelier()
  // The same may be wanted again: each press is a question of its own.
  const [wanted, setWanted] = useState<{ kind: Kind; times: number } | null>(null)
  const { error, isBusy } = useAsking({
    about: 'export',
    question: wanted && `${wanted.kind} ${wanted.times}`,
    ask: async (_, signal) => {
      const file = await made(studio, wanted?.kind ?? 'strip', signal)
      signal.throwIfAborted()
      save(file, name)
      return file.type
    },
  })
  return (
    <section aria-labelledby="examine-export">
      <h2 className={playground.title} id="examine-export">
        {translate('examine.export')}
      </h2>
      <div className={styles.exports}>
        {KINDS.map((kind) => (
          <Button
            key={kind}
            size="sm"
            busy={isBusy && wanted?.kind === kind && translate('examine.export.busy')}
            disabled={isBusy && wanted?.kind !== kind}
            onClick={() => setWanted({ kind, times: (wanted?.times ?? 0) + 1 })}
          >
            {translate(`examine.export.${kind}`)}
          </Button>
        ))}
      </div>
      {error !== null && (
        <p className={playground.fault} role="alert">
          {translate('examine.export.failed')}
        </p>
      )}
    </section>
  )
}

const made = (studio: Studio, kind: Kind, signal: AbortSignal): Promise<Blob> => {
  if (kind === 'strip') return studio.strip()
  return kind === 'film' ? studio.film({ signal }) : studio.usdz()
}
