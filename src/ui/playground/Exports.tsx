import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { useAsking } from '../use-asking.ts'
import { save } from '../viewer/save.ts'
import type { Studio } from '../viewer/studio.ts'
import styles from './Examine.module.css'
import { type FilmChoice, FilmExport } from './FilmExport.tsx'
import playground from './Playground.module.css'

const FILES = ['strip', 'usdz'] as const

type Wanted = { kind: (typeof FILES)[number] } | { kind: 'film'; choice: FilmChoice }

/** Props of {@link Exports}; `name` is what the files are called, without an ending. */
export interface ExportsProps {
  studio: Studio
  name: string
  /** The model comes in with an effect or an animation. */
  hasEntrance: boolean
}

/** What the model can be taken along as: views all round, a file for the room around, and films. */
export function Exports({ studio, name, hasEntrance }: ExportsProps) {
  const { translate } = useAtelier()
  // The same may be wanted again: each press is a question of its own.
  const [wanted, setWanted] = useState<(Wanted & { times: number }) | null>(null)
  const [share, setShare] = useState(0)
  const { error, isBusy } = useAsking({
    about: 'export',
    question: wanted && `${wanted.kind} ${wanted.times}`,
    ask: (_, signal) => saved(name, made(studio, wanted ?? { kind: 'strip' }, signal, setShare), signal),
  })
  const want = (next: Wanted) => {
    setShare(0)
    setWanted((now) => ({ ...next, times: (now?.times ?? 0) + 1 }))
  }
  const making = isBusy ? wanted?.kind : undefined
  return (
    <section aria-labelledby="examine-export">
      <h2 className={playground.title} id="examine-export">
        {translate('examine.export')}
      </h2>
      <div className={styles.exports}>
        {FILES.map((kind) => (
          <Button
            key={kind}
            size="sm"
            busy={making === kind && translate('examine.export.busy')}
            disabled={isBusy && making !== kind}
            onClick={() => want({ kind })}
          >
            {translate(`examine.export.${kind}`)}
          </Button>
        ))}
      </div>
      <FilmExport
        studio={studio}
        hasEntrance={hasEntrance}
        progress={making === 'film' ? share : null}
        isDisabled={isBusy}
        onFilm={(choice) => want({ kind: 'film', choice })}
        onCancel={() => setWanted(null)}
      />
      {error !== null && (
        <p className={playground.fault} role="alert">
          {translate('examine.export.failed')}
        </p>
      )}
    </section>
  )
}

async function saved(name: string, making: Promise<Blob>, signal: AbortSignal): Promise<string> {
  const file = await making
  signal.throwIfAborted()
  save(file, name)
  return file.type
}

function made(studio: Studio, wanted: Wanted, signal: AbortSignal, onProgress: (share: number) => void): Promise<Blob> {
  if (wanted.kind === 'film') return studio.film({ ...wanted.choice, signal, onProgress })
  return wanted.kind === 'strip' ? studio.strip() : studio.usdz()
}
