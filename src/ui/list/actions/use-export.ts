import { useEffect, useEffectEvent, useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { getErrorMessageKey, isRetryable } from '../../../api/contract/errors.ts'
import { type ExportFormat, exportMachine } from '../../../machines/list/export.machine.ts'
import type { Row } from '../../../machines/list/paging.ts'
import { lazyModule } from '../../kit/loading/lazy-module.ts'
import { useMachineActor } from '../../use-machine-actor.ts'
import type { ListDefinition } from '../definition.ts'
import type { ListActor } from '../state/list-actor.ts'
import { useListTranslate } from '../use-list-translate.ts'
import type { LazyPageToasts } from '../use-toasts.ts'

const lazyFileWriter = lazyModule(() => import('./write-export-file.ts'))

/** Exports the rows of the current filter as a file. */
export function useExport<R extends Row>(
  list: ListDefinition<R>,
  actor: ListActor<R>,
  wantToasts: LazyPageToasts['load'],
): ActorRefFrom<typeof exportMachine> {
  const translate = useListTranslate()
  const write = useEffectEvent(
    async (
      format: ExportFormat,
      signal: AbortSignal,
      { writeExportFile, downloadBlob }: Awaited<ReturnType<typeof lazyFileWriter.load>>,
    ) => {
      const file = await writeExportFile<R>({
        format,
        query: actor.getSnapshot().context.query,
        columns: [
          { head: 'id', cell: ({ id }) => id },
          ...list.columns.map(({ field, headerName, text }) => ({
            head: translate(headerName),
            cell: (row: R) => (text ? text(row[field] as never, row) : row[field]),
          })),
        ],
        loadPage: list.loadPage,
        onProgress: (written, total) => exportActor.send({ type: 'page.written', written, total }),
        signal,
      })
      downloadBlob(file, `${translate(list.title).toLowerCase()}.${format}`)
    },
  )
  const [machine] = useState(() =>
    exportMachine.provide({
      actors: {
        writeFile: fromPromise(async ({ input, signal }) => write(input, signal, await lazyFileWriter.load())),
      },
    }),
  )
  const exportActor = useMachineActor(machine)
  useEffect(() => {
    const subscription = exportActor.on('export.failed', async ({ error }) => {
      const { format } = exportActor.getSnapshot().context
      const retryExport = () => exportActor.send({ type: 'export.requested', format })
      const toasts = await wantToasts().catch(() => undefined)
      toasts?.error({
        text: translate('list.exportFailed'),
        detail: translate(getErrorMessageKey(error)),
        action: isRetryable(error) ? { label: translate('action.retry'), onAction: retryExport } : undefined,
      })
    })
    return () => subscription.unsubscribe()
  }, [exportActor, translate, wantToasts])
  return exportActor
}
