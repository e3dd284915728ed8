import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import { downloadMachine } from '../../machines/download.machine.ts'
import { download } from '../list/write-file.ts'
import { useMachineActor } from '../machine.ts'

/** Asks for a file: rejects with `ApiError`. */
export type AskFile = (signal: AbortSignal) => Promise<Response>

/** Receives a file, told as it comes, and hands it to the browser's downloads as `name`; given up with the view. */
export function useDownload(ask: AskFile, name: string) {
  const [machine] = useState(() =>
    downloadMachine.provide({
      actors: {
        receive: fromPromise(async ({ input: { report }, signal }): Promise<void> => {
          const answer = await ask(signal)
          const total = Number(answer.headers.get('content-length') ?? 0)
          const file = await counted(answer, (received) => report({ type: 'bytes.received', received, total }))
          signal.throwIfAborted()
          download(file, name)
        }),
      },
    }),
  )
  const actor = useMachineActor(machine)
  return { actor, snapshot: useSelector(actor, (now) => now) }
}

/** The body of an answer, kept by the browser and not in memory; `onBytes` is told how much of it has come. */
function counted({ body, headers }: Response, onBytes: (received: number) => void): Promise<Blob> {
  let received = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      received += piece.byteLength
      onBytes(received)
      controller.enqueue(piece)
    },
  })
  const type = headers.get('content-type') ?? ''
  return new Response(body?.pipeThrough(counter) ?? null, { headers: { 'content-type': type } }).blob()
}
