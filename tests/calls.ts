/** Prints every API call with its client method, private counterpart, permissions, handler and tests: `npm run calls`. */
import { buildCallTable, renderCallTable } from './support/call-table.ts'

console.log(renderCallTable(await buildCallTable()))
