import type { Migration } from 'kysely'
import { initialSchema } from './0001-first.ts'
import { accounts } from './0002-accounts.ts'
import { lists } from './0004-lists.ts'
import { files } from './0005-files.ts'
import { applicationTimes } from './0006-application-times.ts'
import { boundCodes } from './0013-bound-codes.ts'
import { revocations } from './0014-revocations.ts'
import { fileCharges } from './0015-file-charges.ts'
import { outbox } from './0016-outbox.ts'
import { jobs } from './0017-jobs.ts'
import { trash } from './0019-trash.ts'
import { apiTokens } from './0020-api-tokens.ts'
import { audit } from './0021-audit.ts'
import { savedViews } from './0022-saved-views.ts'
import { eventConsumers } from './0023-event-consumers.ts'
import { webhooks } from './0024-webhooks.ts'
import { variants } from './0025-variants.ts'
import { exports } from './0026-exports.ts'
import { assetCounts } from './0027-asset-counts.ts'
import { cages } from './0028-cages.ts'
import { assetTallies } from './0029-asset-tallies.ts'
import { phrases } from './0030-phrases.ts'
import { importTokens } from './0031-import-tokens.ts'
import { trashedOwners } from './0032-trashed-owners.ts'
import { cageVersions } from './0033-cage-versions.ts'
import { signUpOrder } from './0034-sign-up-order.ts'
import { fitReports } from './0035-fit-reports.ts'
import { lockReasons } from './0036-lock-reasons.ts'
import { turntables } from './0037-turntables.ts'
import { sharedViews } from './0038-shared-views.ts'
import { taggedTimes } from './0039-tagged-times.ts'
import { fileStore } from './0040-file-store.ts'
import { endedProofs } from './0042-ended-proofs.ts'
import { freshAuthentication } from './0043-fresh-authentication.ts'
import { repeatedMails } from './0044-repeated-letters.ts'
import { signingKeys } from './0045-signing-keys.ts'
import { jobBudgets } from './0047-job-budgets.ts'
import { sessionEnds } from './0048-session-ends.ts'
import { lookAlikeTags } from './0049-look-alike-tags.ts'
import { idSearch } from './0050-id-search.ts'

/** Every migration by its name, in order. A released migration is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-first': initialSchema,
  '0002-accounts': accounts,
  '0004-lists': lists,
  '0005-files': files,
  '0006-application-times': applicationTimes,
  '0013-bound-codes': boundCodes,
  '0014-revocations': revocations,
  '0015-file-charges': fileCharges,
  '0016-outbox': outbox,
  '0017-jobs': jobs,
  '0019-trash': trash,
  '0020-api-tokens': apiTokens,
  '0021-audit': audit,
  '0022-saved-views': savedViews,
  '0023-event-consumers': eventConsumers,
  '0024-webhooks': webhooks,
  '0025-variants': variants,
  '0026-exports': exports,
  '0027-asset-counts': assetCounts,
  '0028-cages': cages,
  '0029-asset-tallies': assetTallies,
  '0030-phrases': phrases,
  '0031-import-tokens': importTokens,
  '0032-trashed-owners': trashedOwners,
  '0033-cage-versions': cageVersions,
  '0034-sign-up-order': signUpOrder,
  '0035-fit-reports': fitReports,
  '0036-lock-reasons': lockReasons,
  '0037-turntables': turntables,
  '0038-shared-views': sharedViews,
  '0039-tagged-times': taggedTimes,
  '0040-file-store': fileStore,
  '0042-ended-proofs': endedProofs,
  '0043-fresh-authentication': freshAuthentication,
  '0044-repeated-letters': repeatedMails,
  '0045-signing-keys': signingKeys,
  '0047-job-budgets': jobBudgets,
  '0048-session-ends': sessionEnds,
  '0049-look-alike-tags': lookAlikeTags,
  '0050-id-search': idSearch,
}
