import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import type { ModelReport } from '../../files/model-report.ts'
import { reportMachine } from '../../machines/report.machine.ts'
import { useMachineActor } from '../machine.ts'
import { createWorkerLine } from '../upload/worker-line.ts'

const inWorker = createWorkerLine<File, ModelReport>(
  () => new Worker(new URL('./report-worker.ts', import.meta.url), { type: 'module', name: 'model report' }),
)

/** Makes the full report on a model in a worker, for as long as the view is shown. */
export function useReport(file: File) {
  const [machine] = useState(() =>
    reportMachine.provide({
      actors: {
        makeReport: fromPromise(({ input: { file, report }, signal }) =>
          inWorker(file, { signal, onProgress: (share) => report({ type: 'reading.progressed', share }) }),
        ),
      },
    }),
  )
  const actor = useMachineActor(machine, { input: { file } })
  return { actor, snapshot: useSelector(actor, (now) => now) }
}
