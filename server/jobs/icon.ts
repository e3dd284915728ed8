import type { Asset } from '../../src/api/contract/assets.ts'
import { changeAsset, refuseLocked } from '../assets/write.ts'
import type { IconLook } from '../render/icon.ts'
import { InputFault } from '../worker-process.ts'
import { JobFault, type JobKind } from './job.ts'
import type { KindNeeds } from './kind-needs.ts'
import type { Payloads } from './payloads.ts'

/**
 * Draws the icon of an asset and charges whoever asked for it. It is written only where the asset still has the model it
 * was drawn from, and over no icon that was handed in meanwhile; the asset's version stays, see {@link changeAsset}, but where it replaces one handed in.
 */
export const iconKind = (needs: KindNeeds): JobKind<Payloads['icon']> => ({
  async perform({ payload: { assetId, modelUrl, over }, ownerId }, { signal }) {
    const owner = ownerId!
    const drawn = await drawModel(needs, modelUrl, owner)
    signal.throwIfAborted()
    const icon = await needs.files.keep(drawn, owner)
    return async (trx) => {
      const isRendered = async () =>
        (await trx.selectFrom('assets').select('icon_rendered').where('id', '=', assetId).executeTakeFirstOrThrow())
          .icon_rendered
      const write = async (before: Asset) => {
        if (before.modelUrl !== modelUrl) return {}
        if (before.iconUrl !== undefined && before.iconUrl !== over && !(await isRendered())) return {}
        refuseLocked(before)
        return { icon_url: icon, icon_rendered: true }
      }
      await changeAsset(trx, needs, { id: owner }, assetId, 'updated', write, {
        // Over one that was handed in somebody asked for it: that is a change.
        isDerived: over === undefined,
      })
    }
  },
})

/** A picture of a model, in its owner's turn. Throws {@link JobFault} where there can be none. */
export async function drawModel(
  { files, renderIcon, log }: KindNeeds,
  modelUrl: string,
  owner: string,
  look?: IconLook,
): Promise<Uint8Array> {
  if (!renderIcon) throw new JobFault('This server draws no icons.')
  return files.content.local(modelUrl, (path) =>
    renderIcon(path, owner, look).catch((fault: unknown) => {
      // All else may pass: a file that cannot be read now, a process that cannot be started.
      if (!(fault instanceof InputFault)) throw fault
      log.warn({ err: fault, modelUrl }, 'model not drawn')
      throw new JobFault('The model cannot be drawn.')
    }),
  )
}
