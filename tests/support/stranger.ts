import { tinyGlb } from './glb.ts'
import { createCaller } from './model-load.ts'

/** Sends small models one after the other to the server named by its argument; writes how long each took, in milliseconds, as JSON. */
const [, , base = '', count = '5'] = process.argv
const caller = await createCaller(base, 'admin@atelier.example')
const times: number[] = []
for (let n = 0; n < Number(count); n++) {
  const began = performance.now()
  await caller.upload(tinyGlb({ json: { extras: n } }))
  times.push(Math.round(performance.now() - began))
}
process.stdout.write(JSON.stringify(times))
