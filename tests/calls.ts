/** Prints every call with its client method, its private twin, who may call, its handler and its tests: `npm run calls`. */
import { callPage, callTable } from './support/call-table.ts'

console.log(callPage(await callTable()))
