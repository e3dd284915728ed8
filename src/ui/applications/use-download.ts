import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { downloadMachine } from '../../machines/download.machine.ts'
import { download } from '../list/write-file.ts'
import { useMachineActor } from '../machine.ts'
import { type Came, receiveFile } from './received-file.ts'

/** Asks for a file, or for what is still missing of it: rejects with `ApiError`. */
export type AskFile = (signal: AbortSignal, from: Came | undefined) => Promise<Response>

/**
 * Receives a file, told as it comes, and hands it to the browser's downloads as `name`; one that broke off goes on from there when it is
 * tried again. Given up with the view, which is not left unasked until it came.
 */
export function useDownload(ask: AskFile, name: string) {
  const [machine] = useState(() => {
    const file = receiveFile()
    return downloadMachine.provide({
      actors: {
        receive: fromPromise(async ({ input: { report }, signal }): Promise<void> => {
          const answer = await ask(signal, file.came())
          const whole = await file.take(answer, (received, total) =>
            report({ type: 'bytes.received', received, total }),
          )
          signal.throwIfAborted()
          download(whole, name)
        }),
      },
    })
  })
  const actor = useMachineActor(machine)
  const snapshot = useSelector(actor, (now) => now)
  useAskedToStay(snapshot.hasTag('busy'))
  return { actor, snapshot }
}

/** The browser asks whoever reloads or leaves the page while `isBusy`, for what has come would be lost. */
function useAskedToStay(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy])
}
