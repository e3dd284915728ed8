import { defineConfig, mergeConfig } from 'vitest/config'
import { WholeRun } from './tests/support/whole-run.ts'
import units from './vitest.config.ts'

/** The units as `npm test` runs them, all of them, so that what no test goes through is a fault. */
export default mergeConfig(
  units,
  defineConfig({
    test: {
      coverage: {
        enabled: true,
        // The rooms that have a floor.
        include: [
          'src/{machines,api,files,inspector,ui/{activity,applications,asset,asset-list,asset-preview,bodies,dashboard,details-import,form,help,jobs,kit,list,new-asset,palette,session,settings,shell,tags,tokens,trash,upload,users,viewer,wardrobe,watch,webhooks}}/**/*.{ts,tsx}',
          'server/{assets,auth,db,events,fitting,handlers,http,jobs,morph,optimise,render,textures,transfer,webhooks}/**/*.ts',
        ],
        reporter: ['json-summary'],
        reportsDirectory: 'artifacts/coverage',
      },
      reporters: ['default', ['json', { outputFile: 'artifacts/units.json' }], new WholeRun()],
    },
  }),
)
