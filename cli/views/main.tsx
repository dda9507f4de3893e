// The entry point of the views' bundle, which contains Ink and React; only commands that show a view load it.
export { showApp } from './app/app.tsx'
