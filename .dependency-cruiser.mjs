/**
 * Who may import whom (docs/architecture.md). Every rule is a pattern over folders, never a list of names, so a new
 * engine, provider, page or feature is covered at birth.
 */

const TEST = '\\.test\\.tsx?$';
/** Things the product has, found by their folder. */
const LISTS = '^(engines|providers|content)/';
/** In formats/, everything is a table except the machinery that reads tables. */
const FORMAT_MACHINERY = '^formats/(format|detect|signature)\\.ts$';
/** Code that runs in a browser worker and in a Node worker thread alike. */
const RUNS_ANYWHERE = '^(engines|formats|packages/(core/(bytes|conversion)|archives|data|documents|media))/';
/** What an engine does once, when the product is built, and what comes out of it: a program of others. */
const BUILD_STEP = '^engines/[^/]+/(prepare[^/]*\\.mjs$|\\.prepared/)';
const LOCAL = '^(apps|packages|engines|providers|formats|content|tests|benchmarks|scripts)/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Move what both need into a third file, or pass it in.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'imports-exist',
      comment:
        'The import resolves to nothing. Correct the path, or declare the package in the package.json of the importing folder.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.gen\\.ts$|^(node|virtual):|\\+types/|\\?(url|raw|worker)' },
    },
    {
      name: 'lists-are-islands',
      comment: 'An engine, provider or page never imports its neighbour. What both need belongs to a package.',
      severity: 'error',
      from: { path: '^(engines|providers|content)/([^/]+)/' },
      to: { path: LISTS, pathNot: '^$1/$2/' },
    },
    {
      name: 'only-registry-sees-the-lists',
      comment: 'Ask packages/core/registry, which is generated from the folders.',
      severity: 'error',
      from: { pathNot: `^packages/core/registry/|^tests/|${LISTS}|${TEST}` },
      to: { path: LISTS },
    },
    {
      name: 'only-registry-sees-the-format-tables',
      comment: 'Use formatById or publicFormats of packages/core/registry; types are in formats/format.ts.',
      severity: 'error',
      from: { pathNot: `^packages/core/registry/|^tests/|^formats/|${TEST}` },
      to: { path: '^formats/', pathNot: FORMAT_MACHINERY },
    },
    {
      name: 'engine-may-import',
      comment:
        'An engine knows its contract (core/conversion), bytes and markup, the intermediate formats and tools of its field (archives, data, documents, media) and npm packages of its own.',
      severity: 'error',
      from: { path: '^engines/', pathNot: TEST },
      to: {
        path: LOCAL,
        pathNot: '^engines/|^packages/(core/(bytes|conversion|markup)|archives|data|documents|media)/|^formats/',
      },
    },
    {
      name: 'engine-takes-only-types-from-formats',
      comment: 'Use `import type` from @bakkum/formats/format. An engine is told its formats by id.',
      severity: 'error',
      from: { path: '^engines/', pathNot: TEST },
      to: { path: '^formats/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'provider-may-import',
      comment: 'A provider knows its contract, not the apps, the screens or the lists.',
      severity: 'error',
      from: { path: '^providers/', pathNot: TEST },
      to: { path: '^(apps|engines|content|tests|benchmarks|scripts)/|^packages/(core/(registry|conversion)|web/(ui|i18n))/' },
    },
    {
      name: 'formats-stand-alone',
      comment: 'A format table is data: it imports formats/ only.',
      severity: 'error',
      from: { path: '^formats/', pathNot: TEST },
      to: { path: LOCAL, pathNot: '^formats/' },
    },
    {
      name: 'packages-not-to-apps',
      comment: 'Packages are below the apps. Pass what is needed in as an argument.',
      severity: 'error',
      from: { path: '^packages/', pathNot: TEST },
      to: { path: '^(apps|tests|benchmarks|scripts)/' },
    },
    {
      name: 'packages-not-to-registry',
      comment: 'The registry is on top of the packages: machinery takes lists as arguments.',
      severity: 'error',
      from: { path: '^packages/', pathNot: `^packages/core/registry/|${TEST}` },
      to: { path: '^packages/core/registry/' },
    },
    {
      name: 'conversion-is-the-ground',
      comment: 'packages/core/conversion is the contract; it knows bytes and no other part.',
      severity: 'error',
      from: { path: '^packages/core/conversion/', pathNot: TEST },
      to: { path: LOCAL, pathNot: '^packages/core/(bytes|conversion)/' },
    },
    {
      name: 'apps-are-islands',
      comment: 'The website, the server and the command line meet in packages (api-contract), or over HTTP.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'features-are-islands',
      comment: 'A feature never imports its neighbour. The route or page puts features together; what both need moves up.',
      severity: 'error',
      from: { path: '^(apps/.*features)/([^/]+)/' },
      to: { path: '^apps/.*features/', pathNot: '^$1/$2/' },
    },
    {
      name: 'web-may-import',
      comment: 'The website sees formats, manifests and content through the registry; never money rules or providers.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: {
        path: '^packages/',
        pathNot:
          '^packages/(core/(bytes|conversion|markup|registry)|api|web|archives/zip|media/(facts|image-metadata)|data/delimited-text|studio/(options|prompt-analysis|design))/',
      },
    },
    {
      name: 'server-may-import',
      comment: 'The server has no screens: nothing of packages/web/ui.',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: TEST },
      to: {
        path: '^packages/',
        pathNot: '^packages/(core|api|commerce|identity|platform|studio|web/(i18n|site))/',
      },
    },
    {
      name: 'cli-may-import',
      comment: 'The command line needs the registry, conversion and its sentences, nothing else.',
      severity: 'error',
      from: { path: '^apps/cli/', pathNot: TEST },
      to: { path: '^packages/', pathNot: '^packages/core/' },
    },
    {
      name: 'no-node-code-in-the-website',
      comment: 'Use the .browser.ts twin.',
      severity: 'error',
      // These run in Node, when the site is built.
      from: { path: '^apps/web/', pathNot: '^apps/web/(build-steps|static-copy|extension/pack)/' },
      to: { path: '^packages/.*\\.node(\\.gen)?\\.ts$' },
    },
    {
      name: 'no-browser-code-in-node',
      comment: 'Use the .node.ts twin.',
      severity: 'error',
      from: { path: '^apps/(server|cli)/', pathNot: TEST },
      to: { path: '^packages/.*\\.browser(\\.gen)?\\.ts$' },
    },
    {
      name: 'runs-anywhere',
      comment: 'This code also runs in a browser worker: no Node modules. Files come from context.bytes and context.wasm.',
      severity: 'error',
      from: { path: RUNS_ANYWHERE, pathNot: `${TEST}|${BUILD_STEP}` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'product-not-to-tests',
      comment: 'Tests import the product, not the other way round.',
      severity: 'error',
      from: { path: '^(apps|packages|engines|providers|formats|content|scripts)/', pathNot: TEST },
      to: { path: `${TEST}|^tests/` },
    },
  ],
  options: {
    // TypeScript 7 has no JavaScript API; swc reads the syntax, type-only imports included.
    parser: 'swc',
    tsPreCompilationDeps: true,
    detectJSDocImports: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|dist|coverage|\\.react-router|\\.cache|\\.prepared)/|^tests/(fixtures|output)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
