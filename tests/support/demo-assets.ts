import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Asset, AssetType } from '../../src/api/contract/assets.ts'
import type { CageMesh } from '../../src/api/contract/cage-meshes.ts'
import type { TestAccount, TestServer } from './server.ts'

/** Reads a file of the demo, such as "cages/female-top.glb". */
export const readDemoFile = async (path: string) =>
  new Uint8Array(await readFile(fileURLToPath(new URL(`../../demo/${path}`, import.meta.url))))

export type DemoFigure = 'female' | 'male' | 'neutral'

export async function createDemoAsset(
  server: TestServer,
  owner: TestAccount,
  path: string,
  details: { name: string; type: AssetType; bodyId?: string },
): Promise<Asset> {
  const { url: modelUrl } = await server.upload(owner, await readDemoFile(path))
  return owner.client.assets.create({ body: { gender: 'neutral', modelUrl, ...details } })
}

export const createDemoBody = (server: TestServer, owner: TestAccount, figure: DemoFigure): Promise<Asset> =>
  createDemoAsset(server, owner, `models/body-${figure}.glb`, { name: `Body ${figure}`, type: 'bodyshape' })

/** Uploads a demo cage and creates it. The family `whole` has no asset type. */
export async function createDemoCage(
  server: TestServer,
  owner: TestAccount,
  figure: DemoFigure,
  family: 'top' | 'whole' | 'footwear',
  bodyId?: string,
): Promise<CageMesh> {
  const { url: modelUrl } = await server.upload(owner, await readDemoFile(`cages/${figure}-${family}.glb`))
  const assetType = family === 'whole' ? {} : { assetType: family }
  return owner.client.cageMeshes.create({
    body: { name: `${figure} ${family}`, gender: figure, modelUrl, ...assetType, ...(bodyId ? { bodyId } : {}) },
  })
}
