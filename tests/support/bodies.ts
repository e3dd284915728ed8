import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Asset, AssetType } from '../../src/api/contract/assets.ts'
import type { CageMesh } from '../../src/api/contract/cage-meshes.ts'
import type { TestAccount, TestServer } from './server.ts'

/** A file of the demo: "cages/female-top.glb". */
export const demoFile = async (path: string) =>
  new Uint8Array(await readFile(fileURLToPath(new URL(`../../demo/${path}`, import.meta.url))))

/** The three figures of the demo. */
export type Figure = 'female' | 'male' | 'neutral'

/** Makes an asset of a demo file. */
export async function demoAsset(
  server: TestServer,
  owner: TestAccount,
  path: string,
  given: { name: string; type: AssetType; bodyId?: string },
): Promise<Asset> {
  const { url: modelUrl } = await server.upload(owner, await demoFile(path))
  return owner.client.assets.create({ body: { gender: 'neutral', modelUrl, ...given } })
}

/** Makes the body of a figure. */
export const demoBody = (server: TestServer, owner: TestAccount, figure: Figure): Promise<Asset> =>
  demoAsset(server, owner, `models/body-${figure}.glb`, { name: `Body ${figure}`, type: 'bodyshape' })

/** Adds a cage of a figure: "top", or "whole". */
export async function demoCage(
  server: TestServer,
  owner: TestAccount,
  figure: Figure,
  family: 'top' | 'whole' | 'footwear',
  bodyId?: string,
): Promise<CageMesh> {
  const { url: modelUrl } = await server.upload(owner, await demoFile(`cages/${figure}-${family}.glb`))
  const assetType = family === 'whole' ? {} : { assetType: family }
  return owner.client.cageMeshes.create({
    body: { name: `${figure} ${family}`, gender: figure, modelUrl, ...assetType, ...(bodyId ? { bodyId } : {}) },
  })
}
