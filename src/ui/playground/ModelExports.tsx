import { useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { examineMessages } from '../messages/examine.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import { downloadFile } from '../viewer/stage/download-file.ts'
import type { Studio } from '../viewer/studio.ts'
import styles from './Examine.module.css'
import { type FilmChoice, FilmExport } from './FilmExport.tsx'
import playground from './Playground.module.css'

const FILE_EXPORTS = ['strip', 'usdz'] as const

type ExportRequest = { kind: (typeof FILE_EXPORTS)[number] } | { kind: 'film'; choice: FilmChoice }

/** Props of {@link ModelExports}; `name` is the file name without extension. */
export interface ModelExportsProps {
  studio: Studio
  name: string
  /** Whether the model has a spawn effect or animation. */
  hasEntrance: boolean
}

/** Export buttons: an image with several views side by side, a USDZ file for AR, and videos. */
export function ModelExports({ studio, name, hasEntrance }: ModelExportsProps) {
  const translate = useTranslate(examineMessages)
  // The counter makes each press a new query, even for a repeated export.
  const [request, setRequest] = useState<(ExportRequest & { times: number }) | null>(null)
  const [progress, setProgress] = useState(0)
  const { error, isBusy } = useQuery({
    inspectorLabel: 'export',
    queryKey: request && `${request.kind} ${request.times}`,
    queryFn: (_, signal) =>
      saveExport(name, createExport(studio, request ?? { kind: 'strip' }, signal, setProgress), signal),
  })
  const startExport = (next: ExportRequest) => {
    setProgress(0)
    setRequest((previous) => ({ ...next, times: (previous?.times ?? 0) + 1 }))
  }
  const runningKind = isBusy ? request?.kind : undefined
  return (
    <section aria-labelledby="examine-export">
      <h2 className={playground.title} id="examine-export">
        {translate('examine.export')}
      </h2>
      <div className={styles.exports}>
        {FILE_EXPORTS.map((kind) => (
          <Button
            key={kind}
            size="sm"
            busy={runningKind === kind && translate('examine.export.busy')}
            disabled={isBusy && runningKind !== kind}
            onClick={() => startExport({ kind })}
          >
            {translate(`examine.export.${kind}`)}
          </Button>
        ))}
      </div>
      <FilmExport
        studio={studio}
        hasEntrance={hasEntrance}
        progress={runningKind === 'film' ? progress : null}
        isDisabled={isBusy}
        onFilm={(choice) => startExport({ kind: 'film', choice })}
        onCancel={() => setRequest(null)}
      />
      {error !== null && (
        <p className={playground.fault} role="alert">
          {translate('examine.export.failed')}
        </p>
      )}
    </section>
  )
}

async function saveExport(name: string, pendingFile: Promise<Blob>, signal: AbortSignal): Promise<string> {
  const file = await pendingFile
  signal.throwIfAborted()
  downloadFile(file, name)
  return file.type
}

function createExport(
  studio: Studio,
  request: ExportRequest,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<Blob> {
  if (request.kind === 'film') return studio.film({ ...request.choice, signal, onProgress })
  return request.kind === 'strip' ? studio.strip() : studio.usdz()
}
