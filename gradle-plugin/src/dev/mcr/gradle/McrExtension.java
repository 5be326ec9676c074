package dev.mcr.gradle;

import java.util.ArrayList;
import java.util.List;

/**
 * The block {@code mcr} in a build file: options of {@code mcr test}, under their names on the command line in camel
 * case. What is not set is as there.
 */
public class McrExtension {
    private String memoryModel;
    private String strategy;
    private List<String> property = new ArrayList<>();
    private String races;
    private Long maxExecutions;
    private Long maxEvents;
    private Long maxStates;
    private Double timeout;
    private Double watchdog;
    private Integer jobs;
    private List<String> instrument = new ArrayList<>();
    private List<String> exclude = new ArrayList<>();
    private boolean keepGoing;
    private boolean allSteps;
    private boolean spurious;
    private String timeouts;
    private String jdkModels;
    private String localStates;
    private List<String> selectClass = new ArrayList<>();
    private List<String> selectMethod = new ArrayList<>();
    private List<String> selectPackage = new ArrayList<>();
    private List<String> includeTag = new ArrayList<>();
    private List<String> excludeTag = new ArrayList<>();
    private List<String> jvmArg = new ArrayList<>();
    private String java;
    private String mcrHome;
    private boolean ignoreFailures;

    /** sc, tso, pso, or all of them. */
    public String getMemoryModel() {
        return memoryModel;
    }

    /** sc, tso, pso, or all of them. */
    public void setMemoryModel(String memoryModel) {
        this.memoryModel = memoryModel;
    }

    /** auto, search, predict. */
    public String getStrategy() {
        return strategy;
    }

    /** auto, search, predict. */
    public void setStrategy(String strategy) {
        this.strategy = strategy;
    }

    /** Properties to look for; none: all. */
    public List<String> getProperty() {
        return property;
    }

    /** Properties to look for; none: all. */
    public void setProperty(List<String> property) {
        this.property = property;
    }

    /** What data races are: report, fail, ignore. */
    public String getRaces() {
        return races;
    }

    /** What data races are: report, fail, ignore. */
    public void setRaces(String races) {
        this.races = races;
    }

    /** Executions of each test after which to stop. */
    public Long getMaxExecutions() {
        return maxExecutions;
    }

    /** Executions of each test after which to stop. */
    public void setMaxExecutions(Long maxExecutions) {
        this.maxExecutions = maxExecutions;
    }

    /** Events after which an execution is given up. */
    public Long getMaxEvents() {
        return maxEvents;
    }

    /** Events after which an execution is given up. */
    public void setMaxEvents(Long maxEvents) {
        this.maxEvents = maxEvents;
    }

    /** States of one search after which to stop. */
    public Long getMaxStates() {
        return maxStates;
    }

    /** States of one search after which to stop. */
    public void setMaxStates(Long maxStates) {
        this.maxStates = maxStates;
    }

    /** Seconds for each test. */
    public Double getTimeout() {
        return timeout;
    }

    /** Seconds for each test. */
    public void setTimeout(Double timeout) {
        this.timeout = timeout;
    }

    /** Seconds that a thread may run unseen. */
    public Double getWatchdog() {
        return watchdog;
    }

    /** Seconds that a thread may run unseen. */
    public void setWatchdog(Double watchdog) {
        this.watchdog = watchdog;
    }

    /** JVMs at once. */
    public Integer getJobs() {
        return jobs;
    }

    /** JVMs at once. */
    public void setJobs(Integer jobs) {
        this.jobs = jobs;
    }

    /** Globs of the classes to check; none: all. */
    public List<String> getInstrument() {
        return instrument;
    }

    /** Globs of the classes to check; none: all. */
    public void setInstrument(List<String> instrument) {
        this.instrument = instrument;
    }

    /** Globs of classes to leave as they are. */
    public List<String> getExclude() {
        return exclude;
    }

    /** Globs of classes to leave as they are. */
    public void setExclude(List<String> exclude) {
        this.exclude = exclude;
    }

    /** Do not stop a test at its first violation. */
    public boolean isKeepGoing() {
        return keepGoing;
    }

    /** Do not stop a test at its first violation. */
    public void setKeepGoing(boolean keepGoing) {
        this.keepGoing = keepGoing;
    }

    /** Show steps of no consequence, too. */
    public boolean isAllSteps() {
        return allSteps;
    }

    /** Show steps of no consequence, too. */
    public void setAllSteps(boolean allSteps) {
        this.allSteps = allSteps;
    }

    /** Waits may end for no reason. */
    public boolean isSpurious() {
        return spurious;
    }

    /** Waits may end for no reason. */
    public void setSpurious(boolean spurious) {
        this.spurious = spurious;
    }

    /** When a wait with a time limit may end: idle, any. */
    public String getTimeouts() {
        return timeouts;
    }

    /** When a wait with a time limit may end: idle, any. */
    public void setTimeouts(String timeouts) {
        this.timeouts = timeouts;
    }

    /** on, off. */
    public String getJdkModels() {
        return jdkModels;
    }

    /** on, off. */
    public void setJdkModels(String jdkModels) {
        this.jdkModels = jdkModels;
    }

    /** on, off. */
    public String getLocalStates() {
        return localStates;
    }

    /** on, off. */
    public void setLocalStates(String localStates) {
        this.localStates = localStates;
    }

    /** Classes to explore, by name or glob. Nothing selected: tests with {@code @ConcurrencyTest}. */
    public List<String> getSelectClass() {
        return selectClass;
    }

    /** Classes to explore, by name or glob. Nothing selected: tests with {@code @ConcurrencyTest}. */
    public void setSelectClass(List<String> selectClass) {
        this.selectClass = selectClass;
    }

    /** Methods to explore: {@code Class#method}. */
    public List<String> getSelectMethod() {
        return selectMethod;
    }

    /** Methods to explore: {@code Class#method}. */
    public void setSelectMethod(List<String> selectMethod) {
        this.selectMethod = selectMethod;
    }

    /** Packages to explore. */
    public List<String> getSelectPackage() {
        return selectPackage;
    }

    /** Packages to explore. */
    public void setSelectPackage(List<String> selectPackage) {
        this.selectPackage = selectPackage;
    }

    /** Only tests with one of these tags. */
    public List<String> getIncludeTag() {
        return includeTag;
    }

    /** Only tests with one of these tags. */
    public void setIncludeTag(List<String> includeTag) {
        this.includeTag = includeTag;
    }

    /** No tests with one of these tags. */
    public List<String> getExcludeTag() {
        return excludeTag;
    }

    /** No tests with one of these tags. */
    public void setExcludeTag(List<String> excludeTag) {
        this.excludeTag = excludeTag;
    }

    /** Options of the JVM that runs the tests. */
    public List<String> getJvmArg() {
        return jvmArg;
    }

    /** Options of the JVM that runs the tests. */
    public void setJvmArg(List<String> jvmArg) {
        this.jvmArg = jvmArg;
    }

    /** The program java that runs the tests; else the JVM of the build. */
    public String getJava() {
        return java;
    }

    /** The program java that runs the tests; else the JVM of the build. */
    public void setJava(String java) {
        this.java = java;
    }

    /** The directory of an installation of mcr; else the one that comes with the plugin. */
    public String getMcrHome() {
        return mcrHome;
    }

    /** The directory of an installation of mcr; else the one that comes with the plugin. */
    public void setMcrHome(String mcrHome) {
        this.mcrHome = mcrHome;
    }

    /** Whether the build goes on when a test fails. */
    public boolean isIgnoreFailures() {
        return ignoreFailures;
    }

    /** Whether the build goes on when a test fails. */
    public void setIgnoreFailures(boolean ignoreFailures) {
        this.ignoreFailures = ignoreFailures;
    }
}
