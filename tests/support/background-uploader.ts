import { buildTinyGlb } from './glb.ts'
import { createApiCaller } from './model-load.ts'

/**
 * Uploads small models sequentially. Arguments are the server's URL and the number of uploads. Prints the duration of each upload
 * in milliseconds, as a JSON array.
 */
const [, , base = '', count] = process.argv
const apiCaller = await createApiCaller(base, 'admin@atelier.example')
const times: number[] = []
for (let n = 0; n < Number(count); n++) {
  const startTime = performance.now()
  await apiCaller.upload(buildTinyGlb({ json: { extras: n } }))
  times.push(Math.round(performance.now() - startTime))
}
process.stdout.write(JSON.stringify(times))
