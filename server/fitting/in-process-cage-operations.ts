import { readFile } from 'node:fs/promises'
import { readBody } from '../morph/body.ts'
import { checkCage, readCage } from '../morph/cage.ts'
import { carryCage } from '../morph/carry-cage.ts'
import { morphModel } from '../morph/morph-model.ts'
import type { CageOperations } from './cage-operations.ts'

/** Cage operations in this process. They block the event loop for seconds, so servers run them in child processes. */
export const inProcessCageOperations = {
  async check({ cage: path, body, extent }) {
    const cage = await readCage(await readFile(path))
    checkCage(cage, body === undefined ? undefined : (await readBody(await readFile(body))).mesh, extent)
    return { vertices: cage.positions.length / 3, topology: cage.topology }
  },

  async carry({ template, fromBody, toBody, extent }) {
    const body = await readFile(toBody)
    const { glb, report } = await carryCage({
      template: await readFile(template),
      fromBody: await readFile(fromBody),
      toBody: body,
    })
    checkCage(await readCage(glb), (await readBody(body)).mesh, extent)
    return { glb, vertices: report.vertices, topology: report.topology }
  },

  async morph({ sources, ...paths }) {
    const read = async (path: string) => new Uint8Array(await readFile(path))
    return morphModel({
      model: await read(paths.model),
      fromCage: await read(paths.fromCage),
      toCage: await read(paths.toCage),
      fromBody: await read(paths.fromBody),
      toBody: await read(paths.toBody),
      sources,
    })
  },
} as const satisfies CageOperations
