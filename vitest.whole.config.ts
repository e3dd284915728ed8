import { defineConfig, mergeConfig } from 'vitest/config'
import { WholeRunReporter } from './tests/support/whole-run-reporter.ts'
import units from './vitest.config.ts'

/** Configuration of the units in `npm test`: runs all of them and reports missing coverage as a fault. */
export default mergeConfig(
  units,
  defineConfig({
    test: {
      coverage: {
        enabled: true,
        // Folders with a minimum coverage.
        include: [
          'src/{machines,api,files,inspector,ui/{activity,applications,asset,asset-list,bodies,dashboard,details-import,form,help,jobs,kit,list,new-asset,palette,presence,session,settings,shell,tags,tokens,trash,upload,users,viewer,wardrobe,watch,webhooks}}/**/*.{ts,tsx}',
          'server/{assets,auth,db,events,fitting,handlers,http,jobs,morph,optimise,render,textures,transfer,webhooks}/**/*.ts',
        ],
        reporter: ['json-summary'],
        reportsDirectory: 'artifacts/coverage',
      },
      reporters: ['default', ['json', { outputFile: 'artifacts/units.json' }], new WholeRunReporter()],
    },
  }),
)
