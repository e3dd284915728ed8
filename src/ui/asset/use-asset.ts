import { useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import type { Asset, AssetChange } from '../../api/contract/assets.ts'
import { assetMachine } from '../../machines/asset.machine.ts'
import type { AssetPage, SubmittedChange } from '../../machines/asset.parts.ts'
import type { AssetCommand } from '../../machines/rules/asset-commands.ts'
import { useMachineActor } from '../machine.ts'

/** The running machine of an asset's page. */
export type AssetActor = ActorRefFrom<typeof assetMachine>

/** The calls an asset's page makes; each rejects with `ApiError`. */
export interface AssetCalls {
  load: (id: string, signal: AbortSignal) => Promise<AssetPage>
  /** `reason`: why it is locked, if anybody says. */
  setLock: (id: string, lock: { locked: boolean; reason?: string }, signal: AbortSignal) => Promise<AssetPage>
  /** `updatedAt` is the version the change was made to. */
  save: (id: string, change: AssetChange, updatedAt: string, signal: AbortSignal) => Promise<AssetPage>
  perform: (id: string, command: AssetCommand, updatedAt: string, signal: AbortSignal) => Promise<AssetPage>
}

/** Runs the asset machine over the calls; `seen` is what a list showed of the asset, to be shown until it has loaded. */
export function useAsset(id: string, calls: AssetCalls, seen?: Asset): AssetActor {
  const [machine] = useState(() =>
    assetMachine.provide({
      actors: {
        loadAsset: fromPromise(({ input, signal }) => calls.load(input.id, signal)),
        setLock: fromPromise(({ input, signal }) => calls.setLock(input.id, input, signal)),
        perform: fromPromise(({ input, signal }) => calls.perform(input.id, input.command, input.updatedAt, signal)),
        saveAsset: fromPromise(({ input, signal }) => calls.save(input.id, input.change, input.updatedAt, signal)),
      },
    }),
  )
  return useMachineActor(machine, { input: { id, seen } })
}

/**
 * Hands a change to the machine and waits for its answer, a conflict's end included: the asset as it is then. Rejects with
 * what it failed with, as an abortion where the page was left before.
 */
export async function submitChange(actor: AssetActor, submitted: SubmittedChange): Promise<Asset> {
  await settling(actor, submitted)
  return actor.getSnapshot().context.page!.asset
}

function settling(actor: AssetActor, submitted: SubmittedChange): Promise<void> {
  return new Promise((resolve, reject) => {
    const heard = [
      actor.on('change.saved', () => end(resolve)),
      actor.on('change.refused', ({ error }) => end(() => reject(error))),
      actor.subscribe({ complete: () => end(() => reject(new DOMException('The page was left.', 'AbortError'))) }),
    ]
    const end = (tell: () => void) => {
      for (const { unsubscribe } of heard) unsubscribe()
      tell()
    }
    actor.send({ type: 'change.submitted', ...submitted })
  })
}
