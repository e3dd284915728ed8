import { Helper } from './process.ts'

/** A screen that nobody sees, with WebGL drawn by Mesa: what browsers other than Chromium want for 3D without a card. */
export class Screen {
  private constructor(
    private readonly helper: Helper,
    /** What a browser on it is started with. */
    readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Starts one on a number that is free. */
  static async open(): Promise<Screen> {
    const { helper, said } = await Helper.start(
      'Xvfb',
      ['-displayfd', '1', '-screen', '0', '1480x1000x24', '-nolisten', 'tcp', '-noreset'],
      { sign: /^(\d+)$/ },
    )
    return new Screen(helper, { DISPLAY: `:${said}`, LIBGL_ALWAYS_SOFTWARE: '1' })
  }

  async close(): Promise<void> {
    await this.helper.stop()
  }
}
