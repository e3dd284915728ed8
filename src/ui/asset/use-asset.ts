import { useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import type { Asset, AssetChange } from '../../api/contract/assets.ts'
import { assetMachine } from '../../machines/asset/asset.machine.ts'
import type { AssetPage, SubmittedChange } from '../../machines/asset/asset.setup.ts'
import type { AssetCommand } from '../../machines/asset/asset-commands.ts'
import { useMachineActor } from '../use-machine-actor.ts'

export type AssetActor = ActorRefFrom<typeof assetMachine>

/** API calls of an asset's page. Each rejects with `ApiError`. */
export interface AssetCalls {
  load: (id: string, signal: AbortSignal) => Promise<AssetPage>
  setLock: (id: string, lock: { locked: boolean; reason?: string }, signal: AbortSignal) => Promise<AssetPage>
  /** `updatedAt` is the version on which the change is based. */
  save: (id: string, change: AssetChange, updatedAt: string, signal: AbortSignal) => Promise<AssetPage>
  runCommand: (id: string, command: AssetCommand, updatedAt: string, signal: AbortSignal) => Promise<AssetPage>
}

/** Runs the asset machine with the API calls. `placeholder` is the asset as the list showed it, displayed until the page is loaded. */
export function useAsset(id: string, calls: AssetCalls, placeholder?: Asset): AssetActor {
  const [machine] = useState(() =>
    assetMachine.provide({
      actors: {
        loadAsset: fromPromise(({ input, signal }) => calls.load(input.id, signal)),
        setLock: fromPromise(({ input, signal }) => calls.setLock(input.id, input, signal)),
        runCommand: fromPromise(({ input, signal }) =>
          calls.runCommand(input.id, input.command, input.updatedAt, signal),
        ),
        saveAsset: fromPromise(({ input, signal }) => calls.save(input.id, input.change, input.updatedAt, signal)),
      },
    }),
  )
  return useMachineActor(machine, { input: { id, placeholder } })
}

/**
 * Submits a change to the machine and resolves with the saved asset, after any conflict is settled. Rejects with the error, or
 * with an `AbortError` if the page unmounts first.
 */
export async function submitChange(actor: AssetActor, submitted: SubmittedChange): Promise<Asset> {
  await waitUntilSettled(actor, submitted)
  return actor.getSnapshot().context.page!.asset
}

function waitUntilSettled(actor: AssetActor, submitted: SubmittedChange): Promise<void> {
  return new Promise((resolve, reject) => {
    const subscriptions = [
      actor.on('change.saved', () => end(resolve)),
      actor.on('change.refused', ({ error }) => end(() => reject(error))),
      actor.subscribe({ complete: () => end(() => reject(new DOMException('The page was left.', 'AbortError'))) }),
    ]
    const end = (settle: () => void) => {
      for (const { unsubscribe } of subscriptions) unsubscribe()
      settle()
    }
    actor.send({ type: 'change.submitted', ...submitted })
  })
}
