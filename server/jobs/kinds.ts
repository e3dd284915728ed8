import { cagesKind } from './cages.ts'
import { iconKind } from './icon.ts'
import { importKind } from './import.ts'
import type { JobKind } from './job.ts'
import type { KindNeeds } from './kind-needs.ts'
import { mergeKind } from './merge.ts'
import { morphKind } from './morph.ts'
import { optimiseKind } from './optimise.ts'
import type { Payloads } from './payloads.ts'
import { purgeKind } from './purge.ts'
import { turntableKind } from './turntable.ts'

/** How jobs of each kind are done; an entry for each that the contract names. */
export const createKinds = (needs: KindNeeds): { readonly [K in keyof Payloads]: JobKind<Payloads[K]> } => ({
  icon: iconKind(needs),
  turntable: turntableKind(needs),
  import: importKind(needs),
  morph: morphKind(needs),
  cages: cagesKind(needs),
  optimise: optimiseKind(needs),
  purge: purgeKind(needs),
  merge: mergeKind(needs),
})
