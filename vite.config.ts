import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routes.gen.ts',
      routeFileIgnorePattern: '\\.(css|test)',
      autoCodeSplitting: true,
    }),
    react(),
  ],
  build: { outDir: 'dist/app', target: 'es2022', sourcemap: true },
})
