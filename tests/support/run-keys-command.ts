import { execFile } from 'node:child_process'

/** Runs `npm run keys -- ARGS` with only PATH and `env` as environment. Returns the exit code and all output. */
export const runKeysCommand = (args: readonly string[], env: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const command = ['--import', 'tsx', 'server/cli/keys.ts', ...args]
    const options = { env: { PATH: process.env.PATH ?? '', ...env } }
    execFile(process.execPath, command, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    )
  })
