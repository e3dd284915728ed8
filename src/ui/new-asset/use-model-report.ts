import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import type { ModelReport } from '../../files/model-report.ts'
import { reportMachine } from '../../machines/new-asset/report.machine.ts'
import { createWorkerQueue } from '../upload/worker-queue.ts'
import { useMachineActor } from '../use-machine-actor.ts'

const createReportInWorker = createWorkerQueue<File, ModelReport>(
  () => new Worker(new URL('./report-worker.ts', import.meta.url), { type: 'module', name: 'model report' }),
)

export function useModelReport(file: File) {
  const [machine] = useState(() =>
    reportMachine.provide({
      actors: {
        createReport: fromPromise(({ input: { file, report }, signal }) =>
          createReportInWorker(file, { signal, onProgress: (share) => report({ type: 'reading.advanced', share }) }),
        ),
      },
    }),
  )
  const actor = useMachineActor(machine, { input: { file } })
  return { actor, snapshot: useSelector(actor, (now) => now) }
}
