import { useEffect, useEffectEvent, useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { isWorthRetrying, wordOf } from '../../api/contract/errors.ts'
import { type ExportFormat, exportMachine } from '../../machines/export.machine.ts'
import type { Row } from '../../machines/rules/paging.ts'
import { useAtelier } from '../context.ts'
import { part } from '../kit/part.ts'
import { useMachineActor } from '../machine.ts'
import type { ListDefinition } from './definition.ts'
import type { ListActor } from './list-actor.ts'
import type { ListToasts } from './use-toasts.ts'

const writing = part(() => import('./write-file.ts'))

/** Saves the rows of the list's current filter as a file; what writes it is loaded when it is first wanted. */
export function useExport<R extends Row>(
  list: ListDefinition<R>,
  actor: ListActor<R>,
  wantToasts: ListToasts['want'],
): ActorRefFrom<typeof exportMachine> {
  const { translate } = useAtelier()
  const write = useEffectEvent(
    async (
      format: ExportFormat,
      signal: AbortSignal,
      { writeFile, download }: Awaited<ReturnType<typeof writing.want>>,
    ) => {
      const file = await writeFile<R>({
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
        onProgress: (written, total) => exporting.send({ type: 'page.written', written, total }),
        signal,
      })
      download(file, `${translate(list.title).toLowerCase()}.${format}`)
    },
  )
  const [machine] = useState(() =>
    exportMachine.provide({
      actors: {
        writeFile: fromPromise(async ({ input, signal }) => write(input, signal, await writing.want())),
      },
    }),
  )
  const exporting = useMachineActor(machine)
  useEffect(() => {
    const heard = exporting.on('export.failed', async ({ error }) => {
      const { format } = exporting.getSnapshot().context
      const again = () => exporting.send({ type: 'export.requested', format })
      const toasts = await wantToasts().catch(() => undefined)
      toasts?.bad({
        text: translate('list.exportFailed'),
        detail: translate(wordOf(error)),
        action: isWorthRetrying(error) ? { label: translate('action.retry'), onAction: again } : undefined,
      })
    })
    return () => heard.unsubscribe()
  }, [exporting, translate, wantToasts])
  return exporting
}
